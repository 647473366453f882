//! Prints the golden scenarios' hashes on this machine: way, name and hash in columns. `cargo xtask golden` compares
//! them in debug, in release and as WebAssembly.

mod scenarios;

fn main() {
    for way in scenarios::Way::ALL {
        for scenario in scenarios::all() {
            if let Some(hash) = (scenario.hash)(way) {
                println!("{}\t{}\t0x{hash:016x}", way.name(), scenario.name);
            }
        }
    }
}
