// The parts of Python as they come: packed files, unpacked on the way, and how much of them is there.
import libraryFile from "../../python/library.bin?url";
import nonanteFile from "../../python/nonante.bin?url";
import sizes from "../../python/sizes.json?raw";
import wasmFile from "../../python/wasm.bin?url";

/** A file by the name under which it is asked for. */
const FILES: Record<string, string> = {
  "pyodide.asm.wasm": wasmFile,
  "python_stdlib.zip": libraryFile,
  "nonante.zip": nonanteFile,
};
const TOTAL = Object.values(JSON.parse(sizes) as Record<string, number>).reduce((sum, size) => sum + size, 0);

/** Let `fetch` unpack our files and know no others: Pyodide asks for its parts itself. */
export function unpackParts(tell: (share: number) => void): void {
  const plain = self.fetch.bind(self);
  let loaded = 0;
  const counted = () =>
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, out) {
        loaded += chunk.length;
        tell(loaded / TOTAL);
        out.enqueue(chunk);
      },
    });
  self.fetch = async (wanted) => {
    const file = FILES[String(wanted).split("/").at(-1) ?? ""];
    const answer = file ? await plain(file) : null;
    if (!answer?.ok || !answer.body) throw new TypeError(`no answer: ${String(wanted)}`);
    const body = answer.body.pipeThrough(counted()).pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "content-type": "application/wasm" } }); // compiled while it comes
  };
}
