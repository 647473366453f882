// Drives tests beside the page, so that its frames go on meanwhile.
import start, { trial } from "./skidpad.js";
const ready = start({ module_or_path: new URL("skidpad_bg.wasm", import.meta.url) });
onmessage = async (event) => {
  await ready;
  postMessage(trial(...event.data));
};
