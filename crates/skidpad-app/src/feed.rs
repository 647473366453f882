//! Live telemetry on its way to dashboards and motion rigs.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs, UdpSocket};

use skidpad_formats::live::{Beat, Target};
use skidpad_world::live::LiveSample;

/// Sends packets to any number of targets, each at its own rate. Packets without a listener are lost.
#[derive(Debug, Default)]
pub struct LiveFeed {
    listeners: Vec<Listener>,
}

#[derive(Debug)]
struct Listener {
    target: Target,
    address: SocketAddr,
    socket: UdpSocket,
    beat: Beat,
}

impl LiveFeed {
    /// Opens a socket for each target.
    ///
    /// # Errors
    /// A host that has no address, or a system that opens no socket; the message names the target.
    pub fn open(targets: &[Target]) -> io::Result<Self> {
        let listeners =
            targets.iter().map(|target| Listener::open(target).map_err(|error| named(target, &error)));
        Ok(Self { listeners: listeners.collect::<io::Result<_>>()? })
    }

    /// Sends the packets that are due at a time of the car, s. `sample` reads the car where one is; `name` is the car's.
    pub fn send(&mut self, time_s: f64, name: &str, sample: impl FnOnce() -> Option<LiveSample>) {
        let mut due = self.listeners.iter_mut().filter_map(|listener| listener.if_due(time_s)).peekable();
        if due.peek().is_none() {
            return;
        }
        let Some(sample) = sample() else { return };
        for listener in due {
            // A dashboard that is not there, or a full buffer, must not disturb the drive.
            let packet = listener.target.format.packet(&sample, name);
            let _ = listener.socket.send_to(&packet, listener.address);
        }
    }
}

impl Listener {
    fn open(target: &Target) -> io::Result<Self> {
        let mut addresses = (target.host.as_str(), target.port).to_socket_addrs()?;
        let address = addresses.next().ok_or_else(|| io::Error::other("the host has no address"))?;
        let any = if address.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" };
        let socket = UdpSocket::bind(any)?;
        socket.set_nonblocking(true)?;
        socket.set_broadcast(true)?;
        Ok(Self { target: target.clone(), address, socket, beat: Beat::new(target.rate_hz) })
    }

    fn if_due(&mut self, time_s: f64) -> Option<&Self> {
        self.beat.is_due(time_s).then_some(&*self)
    }
}

fn named(target: &Target, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{target}: {error}"))
}
