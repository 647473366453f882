// Calls a function of the program beside the page, so that its frames go on meanwhile.
const load = async () => {
  const { default: start, ...functions } = await import("./skidpad.js");
  await start({ module_or_path: new URL("skidpad_bg.wasm", import.meta.url) });
  return functions;
};
onmessage = async (event) => {
  const [name, ...words] = event.data;
  let functions;
  try {
    functions = await load();
  } catch {
    // A page whose server is gone has only itself: nothing said, it goes on alone.
    return postMessage("");
  }
  try {
    postMessage(functions[name](...words));
  } catch (error) {
    // This would stop the page, too.
    postMessage("stopped: " + error);
  }
};
