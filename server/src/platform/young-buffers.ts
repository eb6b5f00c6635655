/** Bytes that pass between two collections. */
const COLLECT_BYTES = 4 * 1024 ** 2;

let passed = 0;
let collect: NodeJS.GCFunction | undefined;

/**
 * Counts bytes of a transfer, each piece of which came in a buffer of its own, and collects young objects every 4 MB.
 *
 * The memory of buffers lies outside V8's heap. When it grows by some 20 MB, V8 collects the whole heap: ten times a
 * second beside a fast upload, 10 to 20 ms each time, in which no call is answered. Almost all of these buffers are
 * young, and collecting the young takes half a millisecond (docs/decisions/0073-uploads-collect-their-buffers.md).
 */
export function notePassed(bytes: number): void {
  passed += bytes;
  if (passed < COLLECT_BYTES) return;
  passed = 0;
  collect ??= findCollector();
  collect({ type: 'minor' });
}

/** Only a context that is made while the flag is on has the function. Both modules are loaded with the first transfer. */
function findCollector(): NodeJS.GCFunction {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  const { runInNewContext } = process.getBuiltinModule('node:vm');
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc');
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
