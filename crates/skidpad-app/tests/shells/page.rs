//! The page in a headless browser.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::{Expected, Outcome, ensure, picture, same};

const SIZE: [u32; 2] = [1280, 860];
const STATE: &str = "document.body?.dataset.state";
const RUNS: &str = "document.body?.dataset.state === 'running'";
/// What the page says of the speed, to a screen reader.
const DIAL: &str =
    "document.querySelector('canvas [aria-label^=\"dial: \"]')?.getAttribute('aria-label') ?? ''";
/// What the physics may take of a core.
const MOST_SHARE: f64 = 0.2;
const CONTEXT: &str = "document.querySelector('canvas').getContext('webgl2')";

pub(crate) fn size(browser: &mut Browser, size: [u32; 2]) -> Outcome {
    size_in_pixels(browser, size, 1.0)
}

/// A size in points, each of so many pixels.
fn size_in_pixels(browser: &mut Browser, [width, height]: [u32; 2], pixels: f64) -> Outcome {
    let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": pixels, "mobile": false });
    browser.call("Emulation.setDeviceMetricsOverride", metrics).map(drop)
}

pub(crate) fn sleep(milliseconds: u64) {
    std::thread::sleep(Duration::from_millis(milliseconds));
}

/// Opens the page and waits until it runs.
fn open(program: &str, address: &str, search: &str) -> Outcome<Browser> {
    open_after(program, &format!("{address}{search}"), "")
}

/// The same after a script that runs before any of the page's.
pub(crate) fn open_after(program: &str, url: &str, before: &str) -> Outcome<Browser> {
    let mut browser = Browser::open(program, &[])?;
    browser.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": before }))?;
    size(&mut browser, SIZE)?;
    browser.call("Page.navigate", json!({ "url": url }))?;
    browser.wait_for("the simulator", RUNS)?;
    let context = browser.value(&format!("{CONTEXT} instanceof WebGL2RenderingContext"))?;
    same("WebGL 2", &context, &Value::Bool(true))?;
    Ok(browser)
}

/// Nothing was complained of, and nothing was asked for elsewhere.
pub(crate) fn is_clean(browser: &Browser, address: &str) -> Outcome {
    let complaints = browser.complaints();
    ensure(complaints.is_empty(), format!("the console complains: {}", complaints.join("\n")))?;
    let is_own =
        |url: &&String| url.starts_with(address) || url.starts_with("data:") || *url == "about:blank";
    let requests = browser.requests();
    let foreign: Vec<_> = requests.iter().filter(|url| !is_own(url)).collect();
    ensure(foreign.is_empty(), format!("the page asks elsewhere: {foreign:?}"))?;
    ensure(requests.len() >= 3, format!("only {requests:?} were asked for"))
}

/// On the way the window is made as small as can be, a second is lost, and the graphics are taken away.
pub fn drives_as_the_library(program: &str, address: &str, pictures: &Path, expected: &Expected) -> Outcome {
    let mut browser = open(program, address, &format!("?script={}", expected.script.name))?;
    sleep(1000);
    size(&mut browser, [1, 1])?;
    sleep(500);
    size(&mut browser, SIZE)?;
    browser.value("{ const end = performance.now() + 1000; while (performance.now() < end); }")?;
    browser.value(&format!("{CONTEXT}.getExtension('WEBGL_lose_context').loseContext()"))?;
    browser.wait_for("word of the lost graphics", &format!("{STATE} === 'lost'"))?;
    browser.picture(&pictures.join("page-lost.png"))?;
    browser.wait_for("the simulator on a new canvas", RUNS)?;
    sleep(1000);
    let is_over = browser.value("document.body?.dataset.result !== undefined")?;
    same("that the script was over before all was tried", &is_over, &Value::Bool(false))?;
    browser.picture(&pictures.join("page-drives.png"))?;
    let told = browser.wait_for("the end of the script", "document.body?.dataset.result ?? ''")?;
    browser.picture(&pictures.join("page.png"))?;
    expected.compare("the page", &serde_json::from_str(told.as_str().unwrap_or_default())?)?;
    // The elements for screen readers follow a few times a second.
    sleep(1000);
    let said = browser.value(DIAL)?;
    let says = said.as_str().is_some_and(|said| said.starts_with(&expected.said));
    ensure(says, format!("the elements for screen readers say {said}, not {:?}", expected.said))?;
    is_clean(&browser, address)?;
    ["page-drives.png", "page.png"]
        .iter()
        .try_for_each(|name| picture::shows_something(&pictures.join(name), SIZE))
}

/// Sixteen cars at a thousand steps a second: the same bits, and what they cost.
pub fn drives_sixteen(program: &str, address: &str, expected: &Expected) -> Outcome {
    let mut browser = open(program, address, &format!("?script={}", expected.script.name))?;
    let told = browser.wait_for("the end of the script", "document.body?.dataset.result ?? ''")?;
    let told: Value = serde_json::from_str(told.as_str().unwrap_or_default())?;
    expected.is_same("the page", &told)?;
    let share = told["physics_share"].as_f64().ok_or("no share")?;
    println!("the physics of {} cars take {:.1} % of a core", expected.script.cars.len(), 100.0 * share);
    ensure(share > 0.0 && share < MOST_SHARE, format!("the physics take {share} of real time"))?;
    is_clean(&browser, address)
}

/// What a frame costs without the rasteriser, which draws a sixteenth of the pixels here and leaves the processor alone.
pub fn weighs_its_frames(program: &str, address: &str, expected: &Expected) -> Outcome {
    let mut browser = open(program, address, "")?;
    size_in_pixels(&mut browser, SIZE, 0.25)?;
    let url = format!("{address}?script={}", expected.script.name);
    browser.call("Page.navigate", json!({ "url": url }))?;
    let told = browser.wait_for("the end of the script", "document.body?.dataset.result ?? ''")?;
    let told: Value = serde_json::from_str(told.as_str().unwrap_or_default())?;
    expected.is_same("the page", &told)?;
    let work_s = told["work_s"].as_f64().ok_or("no work")?;
    println!("a frame's own work: {:.2} ms", 1000.0 * work_s);
    is_clean(&browser, address)
}

/// The speed that the page says.
pub(crate) fn speed(browser: &mut Browser) -> Outcome<f64> {
    let said = browser.wait_for("the dial", DIAL)?;
    let number =
        said.as_str().and_then(|said| said.strip_prefix("dial: speed ")?.split(' ').next()?.parse().ok());
    number.ok_or_else(|| format!("no speed in {said}").into())
}

pub(crate) fn key(browser: &mut Browser, kind: &str, key: &str, code: u32) -> Outcome {
    let event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
    browser.call("Input.dispatchKeyEvent", event).map(drop)
}

/// Presses an element for screen readers by its name.
fn press(browser: &mut Browser, name: &str) -> Outcome {
    let element = format!("document.querySelector('canvas [aria-label=\"{name}\"]')");
    browser.wait_for(name, &format!("{element} !== null"))?;
    browser.value(&format!("{element}.click()")).map(drop)
}

/// And by the elements that screen readers press.
pub fn is_driven_by_keys(program: &str, address: &str, pictures: &Path) -> Outcome {
    let mut browser = open(program, address, "")?;
    browser.value("document.querySelector('canvas').focus()")?;
    same("the speed at first", &speed(&mut browser)?, &0.0)?;
    key(&mut browser, "keyDown", "ArrowUp", 38)?;
    sleep(3000);
    let driven = speed(&mut browser)?;
    println!("after three seconds of the up arrow: {driven} km/h");
    ensure(driven > 10.0, format!("the up arrow drives at {driven} km/h"))?;
    // Time stands when a screen reader presses Pause.
    press(&mut browser, "Pause")?;
    sleep(1000);
    let (before, after) = (speed(&mut browser)?, {
        sleep(1000);
        speed(&mut browser)?
    });
    same("the speed while time stands", &after, &before)?;
    key(&mut browser, "keyUp", "ArrowUp", 38)?;
    browser.picture(&pictures.join("page-keys.png"))?;
    picture::shows_something(&pictures.join("page-keys.png"), SIZE)?;
    // A broken link is told, and the car stays.
    let before = speed(&mut browser)?;
    browser.value("location.hash = 'nonsense'")?;
    let told = "document.querySelector('canvas').textContent.includes('is no pair')";
    browser.wait_for("word of the broken link", told)?;
    same("the state after a broken link", &browser.value(STATE)?, &json!("running"))?;
    same("the speed after a broken link", &speed(&mut browser)?, &before)?;
    is_clean(&browser, address)
}

/// What the browser hands to screen readers: role and name of everything in the page.
fn heard(browser: &mut Browser) -> Outcome<Vec<(String, String)>> {
    let tree = browser.call("Accessibility.getFullAXTree", json!({}))?;
    let text = |node: &Value, what: &str| node[what]["value"].as_str().unwrap_or_default().to_owned();
    let nodes = tree["nodes"].as_array().ok_or("no tree")?;
    let nodes = nodes.iter().filter(|node| node["ignored"] != true);
    Ok(nodes.map(|node| (text(node, "role"), text(node, "name"))).collect())
}

/// What a screen reader must find in the page.
const HEARD: [(&str, &str); 8] = [
    ("application", "Skidpad, a car to drive"),
    ("button", "Restart"),
    ("radio", "Imperial"),
    ("checkbox", "Skid marks"),
    ("combobox", "Model"),
    ("button", "Tuning"),
    ("image", "dial: speed"),
    ("StaticText", "at rest"),
];

/// Screen readers find labels and controls, hear which one has the focus, and what they press is pressed.
pub fn is_heard(program: &str, address: &str) -> Outcome {
    let mut browser = open(program, address, "")?;
    browser.wait_for("the dial", DIAL)?;
    let all = heard(&mut browser)?;
    for (role, name) in HEARD {
        let is_there = all.iter().any(|(its, said)| its == role && said.starts_with(name));
        ensure(is_there, format!("no {role} {name:?} among {all:?}"))?;
    }
    let controls = ["button", "radio", "checkbox", "combobox", "slider", "spinbutton", "textbox"];
    let nameless =
        all.iter().filter(|(role, name)| controls.contains(&role.as_str()) && name.is_empty()).count();
    same("the number of controls without a name", &nameless, &0)?;
    // A switch is switched, and says so.
    let grid = "document.querySelector('canvas [aria-label=\"Grid\"]').getAttribute('aria-checked')";
    same("the grid at first", &browser.value(grid)?, &json!("true"))?;
    press(&mut browser, "Grid")?;
    browser.wait_for("the grid switched off", &format!("{grid} === 'false'"))?;
    // A slider is set.
    press(&mut browser, "Tuning")?;
    press(&mut browser, "Weight and size")?;
    let slider = "document.querySelector('canvas input[type=range][aria-label=\"Weight, empty\"]')";
    browser.wait_for("a slider", &format!("{slider} !== null"))?;
    // A weight that the vehicle takes: in the middle of its range other figures may refuse it.
    let to = format!("{{ const it = {slider}; it.value = 1.05 * Number(it.value); ");
    let to = format!("{to} it.dispatchEvent(new Event('change', {{ bubbles: true }})); Number(it.value) }}");
    let to = browser.value(&to)?.as_f64().ok_or("no number")?;
    let close = format!("Math.abs({slider}.value - {to}) <= 1e-3 * Math.abs({to})");
    sleep(1000);
    browser.wait_for("the slider to follow", &close)?;
    // What somebody is writing into is left alone.
    browser.value(&format!("{{ const it = {slider}; it.focus(); it.value = it.min; }}"))?;
    sleep(1000);
    let is_left = browser.value(&format!("{slider}.value === {slider}.min"))?;
    same("that a slider in use is left alone", &is_left, &json!(true))?;
    browser.value("document.activeElement.blur()")?;
    // The Tab key goes from one to the next, and the canvas says where it is.
    browser.value("document.querySelector('canvas').focus()")?;
    key(&mut browser, "keyDown", "Tab", 9)?;
    key(&mut browser, "keyUp", "Tab", 9)?;
    let active = "document.getElementById(document.querySelector('canvas').getAttribute('aria-activedescendant') ?? '')";
    let name = browser.wait_for("a focus", &format!("{active}?.getAttribute('aria-label') ?? ''"))?;
    println!("{} things are heard; the Tab key goes to {name}", all.len());
    is_clean(&browser, address)
}

/// Without WebGL the page says so.
pub fn says_what_it_lacks(program: &str, address: &str, pictures: &Path) -> Outcome {
    let mut browser = Browser::open(program, &["--disable-3d-apis"])?;
    size(&mut browser, SIZE)?;
    browser.call("Page.navigate", json!({ "url": address }))?;
    browser.wait_for("a message", &format!("{STATE} === 'stopped'"))?;
    browser.picture(&pictures.join("page-without-webgl.png"))?;
    let text = browser.value("document.getElementById('message').innerText")?;
    println!("{text}");
    ensure(text.as_str().is_some_and(|text| text.contains("no WebGL")), format!("it says {text}"))
}

/// A test is driven by a worker: the car goes on meanwhile, and the card comes.
pub fn is_tested_beside(program: &str, address: &str, pictures: &Path) -> Outcome {
    let mut browser = open(program, address, "")?;
    browser.value("document.querySelector('canvas').focus()")?;
    key(&mut browser, "keyDown", "ArrowUp", 38)?;
    press(&mut browser, "slope hold")?;
    let card = "document.querySelector('canvas').textContent.includes('slope hold: 0.00 m')";
    browser.wait_for("the card", card)?;
    let driven = speed(&mut browser)?;
    ensure(driven > 10.0, format!("at {driven} km/h when the card came"))?;
    browser.picture(&pictures.join("page-card.png"))?;
    let scripts = browser.requests();
    ensure(scripts.iter().any(|url| url.ends_with("/worker.js")), format!("no worker among {scripts:?}"))?;
    is_clean(&browser, address)
}

/// A worker finds the ideal line and drives the opponent's laps; the page once had no thread for either.
pub fn is_raced_against(program: &str, address: &str, pictures: &Path) -> Outcome {
    let mut browser = open(program, &format!("{address}#track=kart-track&car=mx5-nd-2016"), "")?;
    // With room for all of the panels: what is scrolled away is not heard.
    let tall = [SIZE[0], 2 * SIZE[1]];
    size(&mut browser, tall)?;
    press(&mut browser, "Ideal line")?;
    press(&mut browser, "Run")?;
    press(&mut browser, "Race line driver")?;
    let says = |text: &str| format!("document.querySelector('canvas').textContent.includes('{text}')");
    browser.wait_for("the opponent's drive", &says("The opponent is driving"))?;
    browser.wait_for("the opponent", &says("Racing against"))?;
    sleep(4000);
    browser.picture(&pictures.join("page-race.png"))?;
    picture::shows_something(&pictures.join("page-race.png"), tall)?;
    press(&mut browser, "End race")?;
    browser.value("location.hash = 'track=grand-prix&car=boxster-s'")?;
    press(&mut browser, "Race learnt driver")?;
    browser.wait_for("the learnt driver's laps", &says("The opponent is driving"))?;
    browser.wait_for("the learnt driver", &says("Racing against"))?;
    sleep(4000);
    browser.picture(&pictures.join("page-learnt.png"))?;
    picture::shows_something(&pictures.join("page-learnt.png"), tall)?;
    is_clean(&browser, address)
}

/// A worker that cannot be loaded, as when the server is gone: the page waited for its card for good.
const NO_WORKER: &str = "self.Worker = class extends EventTarget { \
    postMessage() { setTimeout(() => this.dispatchEvent(new Event('error'))); } terminate() {} };";

/// Without its server the page drives tests itself; and what others break in a page does not cover it.
pub fn goes_on_alone(program: &str, address: &str) -> Outcome {
    let mut browser = open_after(program, address, NO_WORKER)?;
    press(&mut browser, "slope hold")?;
    let card = "document.querySelector('canvas').textContent.includes('slope hold: 0.00 m')";
    browser.wait_for("the card", card)?;
    browser.value("location.hash = 'track=oval'")?;
    press(&mut browser, "Ideal line")?;
    let told = "document.querySelector('canvas').textContent.includes('worker could not be loaded')";
    browser.wait_for("word of the missing worker", told)?;
    browser.value("dispatchEvent(new ErrorEvent('error', { message: 'of others', error: new Error() }))")?;
    same("the state after an error of others", &browser.value(STATE)?, &json!("running"))?;
    is_clean(&browser, address)
}

/// Graphics that do not come back at once may come back later: whoever says so goes on, as often as it takes.
pub fn goes_on_when_graphics_do(program: &str, address: &str) -> Outcome {
    let mut browser = open(program, address, "")?;
    let none = "self.given = HTMLCanvasElement.prototype.getContext; \
        HTMLCanvasElement.prototype.getContext = () => null;";
    browser.value(&format!(
        "{{ const context = {CONTEXT}; {none} \
        context.getExtension('WEBGL_lose_context').loseContext(); }}"
    ))?;
    let offered = "!document.getElementById('go-on').hidden \
        && document.getElementById('message-text').textContent.includes('no WebGL')";
    browser.wait_for("the offer to go on", offered)?;
    browser.value("document.getElementById('go-on').click()")?;
    sleep(1000);
    browser.wait_for("the offer to go on once more", offered)?;
    browser.value(
        "{ HTMLCanvasElement.prototype.getContext = self.given; document.getElementById('go-on').click(); }",
    )?;
    browser.wait_for("the simulator on a new canvas", RUNS).map(drop)
}
