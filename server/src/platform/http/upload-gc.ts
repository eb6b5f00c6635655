/** Bytes that arrive between two collections. */
const COLLECT_BYTES = 4 * 1024 ** 2;

let received = 0;
let collect: NodeJS.GCFunction | undefined;

/**
 * Counts bytes of uploads, each piece of which came in a buffer of its own, and runs a minor garbage collection every 4 MB.
 *
 * The memory of buffers lies outside V8's heap. When it grows by some 20 MB, V8 runs a full collection: ten times a
 * second beside a fast upload, 10 to 20 ms each time, in which no call is answered. Almost all of these buffers are
 * young, and a minor collection takes half a millisecond (docs/decisions/0073).
 */
export function noteReceived(bytes: number): void {
  received += bytes;
  if (received < COLLECT_BYTES) return;
  received = 0;
  collect ??= findCollector();
  collect({ type: 'minor' });
}

/** Only a context that is made while the flag is on has the function. Both modules are loaded with the first upload. */
function findCollector(): NodeJS.GCFunction {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  const { runInNewContext } = process.getBuiltinModule('node:vm');
  setFlagsFromString('--expose-gc');
  try {
    // Without it an upload only costs other calls more time.
    return runInNewContext('globalThis.gc') ?? (() => {});
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
