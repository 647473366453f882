//! A server for one folder, for this machine alone. It knows GET, the files of the folder and nothing else: what a page
//! needs that a browser will not open as a file.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The kinds of files that a page has, by the end of their names.
const KINDS: [(&str, &str); 3] = [
    (".html", "text/html; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".wasm", "application/wasm"),
];
/// What a request may have, bytes, and how long a browser may take for it.
const MOST_BYTES: u64 = 16_384;
const PATIENCE: Duration = Duration::from_secs(10);

/// A file as it is sent.
struct Sent {
    kind: &'static str,
    body: Vec<u8>,
}

/// The files by their paths. All are read before the first is asked for, so that no path leads anywhere else.
type Files = BTreeMap<String, Sent>;

/// Serves until it is ended. Port 0: any that is free.
pub fn serve(folder: &Path, port: u16) -> Result<(), String> {
    let files = Arc::new(read(folder)?);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .map_err(|error| format!("port {port}: {error}; --port chooses another, 0 any that is free"))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    println!("Skidpad is at http://{address}/ (Ctrl+C ends)");
    for stream in listener.incoming().flatten() {
        let files = files.clone();
        // A browser that hangs up is no reason to stop.
        std::thread::spawn(move || answer(&stream, &files).ok());
    }
    Ok(())
}

fn read(folder: &Path) -> Result<Files, String> {
    let mut files = Files::new();
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let Some((_, kind)) = KINDS.iter().find(|(end, _)| name.ends_with(end)) else { continue };
        let body = std::fs::read(entry.path()).map_err(|error| format!("{name}: {error}"))?;
        files.insert(format!("/{name}"), Sent { kind, body });
    }
    if let Some(index) = files.remove("/index.html") {
        files.insert("/".to_owned(), index);
    }
    Ok(files)
}

fn answer(mut stream: &TcpStream, files: &Files) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.take(MOST_BYTES)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // A browser that has sent all of its lines waits for the answer.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let Some(sent) = wanted(&request).and_then(|path| files.get(path)) else {
        return stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let Sent { kind, body } = sent;
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-store\r\n\
         Connection: close\r\n\r\n"
    )?;
    stream.write_all(body)
}

/// The path that a line asks for, without what stands behind `?`.
fn wanted(request: &str) -> Option<&str> {
    let path = request.strip_prefix("GET ")?.split(' ').next()?;
    let path = path.split(['?', '#']).next()?;
    Some(if path == "/index.html" { "/" } else { path })
}

#[cfg(test)]
mod tests {
    use super::wanted;

    #[test]
    fn only_what_is_read_is_found() {
        assert_eq!(wanted("GET / HTTP/1.1"), Some("/"));
        assert_eq!(wanted("GET /index.html?script=demo HTTP/1.1"), Some("/"));
        assert_eq!(wanted("GET /../Cargo.toml HTTP/1.1"), Some("/../Cargo.toml"));
        assert_eq!(wanted("POST / HTTP/1.1"), None);
        assert_eq!(wanted(""), None);
    }
}
