// Drives tests beside the page, so that its frames go on meanwhile.
const load = async () => {
  const { default: start, trial } = await import("./skidpad.js");
  await start({ module_or_path: new URL("skidpad_bg.wasm", import.meta.url) });
  return trial;
};
onmessage = async (event) => {
  let trial;
  try {
    trial = await load();
  } catch {
    // A page whose server is gone has only itself: nothing said, it drives the test itself.
    return postMessage("");
  }
  try {
    postMessage(trial(...event.data));
  } catch (error) {
    // What stopped this would stop the page, too.
    postMessage("stopped: " + error);
  }
};
