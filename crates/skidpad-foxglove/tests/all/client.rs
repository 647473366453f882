//! A client of Foxglove's protocol: <https://github.com/foxglove/ws-protocol>, as the program itself is one.

use std::collections::HashMap;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use foxglove::Decode;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// How long a message may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// First byte of a message with data; the subscription and the time follow.
const DATA: u8 = 1;
const HEADER: usize = 13;

pub struct Client {
    socket: WebSocket<TcpStream>,
    /// Channels by topic, as the server advertises them.
    channels: HashMap<String, Value>,
    /// Topic of each subscription.
    topics: Vec<String>,
    last: HashMap<String, Vec<u8>>,
}

impl Client {
    pub fn connect(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
        let mut request = format!("ws://127.0.0.1:{port}").into_client_request().expect("a request");
        let protocol = "foxglove.sdk.v1".parse().expect("a header");
        request.headers_mut().insert("Sec-WebSocket-Protocol", protocol);
        let (socket, _) = tungstenite::client(request, stream).expect("a handshake");
        socket.get_ref().set_read_timeout(Some(Duration::from_millis(20))).expect("a timeout");
        Self { socket, channels: HashMap::new(), topics: Vec::new(), last: HashMap::new() }
    }

    /// Takes the messages that have come.
    fn take(&mut self) {
        while let Ok(message) = self.socket.read() {
            match message {
                Message::Text(text) => self.told(&serde_json::from_str(&text).expect("JSON")),
                Message::Binary(data) if data.first() == Some(&DATA) => {
                    let subscription = u32::from_le_bytes([data[1], data[2], data[3], data[4]]) as usize;
                    self.last.insert(self.topics[subscription].clone(), data[HEADER..].to_vec());
                }
                _ => {}
            }
        }
    }

    fn told(&mut self, told: &Value) {
        if told["op"] == "advertise" {
            for channel in told["channels"].as_array().expect("channels") {
                let topic = channel["topic"].as_str().expect("a topic").to_owned();
                self.channels.insert(topic, channel.clone());
            }
        }
    }

    /// Waits for a topic to be advertised.
    fn advertised(&mut self, topic: &str) -> Value {
        let began = Instant::now();
        while !self.channels.contains_key(topic) {
            assert!(began.elapsed() < PATIENCE, "{topic} is not advertised: {:?}", self.channels.keys());
            self.take();
        }
        self.channels[topic].clone()
    }

    /// Subscribes to a topic. The protocol has no answer to it: messages come some time after.
    pub fn subscribe(&mut self, topic: &str) {
        let channel = self.advertised(topic)["id"].clone();
        let id = self.topics.len();
        self.topics.push(topic.to_owned());
        let wish = json!({ "op": "subscribe", "subscriptions": [{ "id": id, "channelId": channel }] });
        self.socket.send(Message::text(wish.to_string())).expect("it is sent");
    }

    pub fn schema(&mut self, topic: &str) -> Value {
        let channel = self.advertised(topic);
        serde_json::from_str(channel["schema"].as_str().expect("a schema")).expect("JSON")
    }

    /// Lets the server send until something comes on the topic that was subscribed to last.
    fn next_bytes(&mut self, mut send: impl FnMut()) -> Vec<u8> {
        let (began, topic) = (Instant::now(), self.topics.last().expect("a topic").clone());
        loop {
            send();
            self.take();
            if let Some(bytes) = self.last.remove(&topic) {
                return bytes;
            }
            assert!(began.elapsed() < PATIENCE, "nothing came on {topic}");
        }
    }

    pub fn next<T: Decode>(&mut self, send: impl FnMut()) -> T {
        T::decode(&self.next_bytes(send)[..]).map_err(|_| "decoding").expect("a message of the topic's kind")
    }

    pub fn next_json(&mut self, send: impl FnMut()) -> Value {
        serde_json::from_slice(&self.next_bytes(send)).expect("JSON")
    }
}
