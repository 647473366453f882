//! A headless browser, spoken to in the Chrome DevTools Protocol: messages of JSON through two pipes, a zero byte after
//! each.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Outcome;

/// How long the browser may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The shell moves the pipes to where the browser looks for them.
const PIPES: &str = "exec \"$0\" \"$@\" 3<&0 4>&1 1>&2 2>/dev/null";

/// No window, no service that would call home, and WebGL in software.
const OPTIONS: [&str; 12] = [
    "--headless=new",
    "--no-sandbox",
    "--remote-debugging-pipe",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1280,860",
];

/// A browser with one page; it ends with this.
pub struct Browser {
    program: Child,
    pipe: ChildStdin,
    messages: Receiver<Value>,
    /// What it told without being asked.
    pub events: VecDeque<Value>,
    last_id: u64,
    session: Option<String>,
    profile: PathBuf,
}

impl Browser {
    /// Starts one with a profile that nobody used before.
    pub fn open(program: &str, more: &[&str]) -> Outcome<Self> {
        let unique = Instant::now();
        let profile = std::env::temp_dir().join(format!("skidpad-browser-{}-{unique:?}", std::process::id()));
        std::fs::create_dir_all(&profile)?;
        let mut program = Command::new("sh")
            .args(["-c", PIPES, program])
            .args(OPTIONS)
            .args(more)
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let pipe = program.stdin.take().ok_or("no pipe to the browser")?;
        let answers = program.stdout.take().ok_or("no pipe from the browser")?;
        let (send, messages) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(answers).split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { continue };
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        let events = VecDeque::new();
        let mut browser = Self { program, pipe, messages, events, last_id: 0, session: None, profile };
        browser.attach()?;
        Ok(browser)
    }

    fn attach(&mut self) -> Outcome {
        let target = self.call("Target.createTarget", json!({ "url": "about:blank" }))?;
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = self.call("Target.attachToTarget", attach)?;
        self.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            self.call(&format!("{domain}.enable"), json!({}))?;
        }
        Ok(())
    }

    /// Asks for something and waits for the answer.
    pub fn call(&mut self, method: &str, parameters: Value) -> Outcome<Value> {
        self.last_id += 1;
        let id = self.last_id;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.pipe.write_all(message.to_string().as_bytes())?;
        self.pipe.write_all(&[0])?;
        loop {
            let message = self.messages.recv_timeout(PATIENCE);
            let mut message =
                message.map_err(|error| format!("the browser does not answer {method}: {error}"))?;
            if message["id"] != id {
                self.events.push_back(message);
            } else if message["error"].is_null() {
                return Ok(message["result"].take());
            } else {
                return Err(format!("{method}: {}", message["error"]).into());
            }
        }
    }

    /// The value of an expression in the page.
    pub fn value(&mut self, expression: &str) -> Outcome<Value> {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut result = self.call("Runtime.evaluate", parameters)?;
        if result["exceptionDetails"].is_null() {
            return Ok(result["result"]["value"].take());
        }
        Err(format!("{expression}: {}", result["exceptionDetails"]).into())
    }

    /// Waits until an expression in the page is true, or what is there instead of false; answers it.
    pub fn wait_for(&mut self, what: &str, expression: &str) -> Outcome<Value> {
        let start = Instant::now();
        loop {
            let value = self.value(expression)?;
            if !(value.is_null() || value == false || value == "") {
                return Ok(value);
            }
            if start.elapsed() > PATIENCE {
                return Err(format!(
                    "{what} has not come; the console says {}",
                    self.complaints().join("; ")
                )
                .into());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Takes a picture of the page.
    pub fn picture(&mut self, path: &std::path::Path) -> Outcome {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }))?;
        let text = shot["data"].as_str().ok_or("no picture")?;
        Ok(std::fs::write(path, decoded(text))?)
    }

    /// What the console complains of: errors that were written and errors that were thrown.
    pub fn complaints(&self) -> Vec<String> {
        let is_complaint = |event: &&Value| match event["method"].as_str() {
            Some("Runtime.consoleAPICalled") => event["params"]["type"] == "error",
            Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
            method => method == Some("Runtime.exceptionThrown"),
        };
        self.events.iter().filter(is_complaint).map(|event| event["params"].to_string()).collect()
    }

    /// The addresses that the page asked for.
    pub fn requests(&self) -> Vec<String> {
        let requests = self.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        let address = |event: &Value| event["params"]["request"]["url"].as_str().map(str::to_owned);
        requests.filter_map(address).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It ends its own processes when it is asked to.
        self.session = None;
        let _ = self.call("Browser.close", json!({}));
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(5) && matches!(self.program.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.program.kill();
        let _ = self.program.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// Base64, RFC 4648.
fn decoded(text: &str) -> Vec<u8> {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.decode(text).unwrap_or_default()
}
