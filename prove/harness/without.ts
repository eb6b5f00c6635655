import { join } from 'node:path';

/** One place in a source of the product, and what stands there in its stead. */
export interface Change {
  /** The source, from the project's root, such as `server/src/platform/clock.ts`. */
  file: string;
  /** Text that the file has exactly once. */
  text: string;
  instead: string;
}

/** Kills the process at this place: nothing after it is done. */
export const KILL = `process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});`;

/**
 * The environment in which a process of the product runs without one of its protections: its sources are changed as they
 * are loaded. The product itself has no switch for it.
 */
export function without(changes: readonly Change[]): Record<string, string> {
  return {
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'without-hook.ts')}`,
    WITHOUT: JSON.stringify(changes),
  };
}
