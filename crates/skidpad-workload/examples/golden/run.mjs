// Runs golden_wasm under Node: `node run.mjs golden_wasm.wasm` prints way, place in the list and hash in columns.
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { golden_count, golden_hash } = instance.exports;
for (const [lanes, way] of ["scalar", "baseline"].entries()) {
  for (let index = 0; index < golden_count(); index += 1) {
    const hash = BigInt.asUintN(64, golden_hash(index, lanes));
    if (hash !== 0n) {
      console.log(`${way}\t${index}\t0x${hash.toString(16).padStart(16, "0")}`);
    }
  }
}
