import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from 'vite';

/** What pages say, chosen from `content/` and `domain/`; and of `content/` what every page takes a word or two from. */
const WORKED_OUT = /\/web\/app\/.+\.content\.ts$|\/content\/(claims|pages)\.ts$/;

/**
 * Runs the modules that say what pages show while building, and gives the browser what comes out of them: not the prices,
 * spans and rules by which it was worked out, nor what other pages say of the same things. They may export plain values alone.
 */
export function workedOut(): Plugin {
  return {
    name: 'atelier:worked-out',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async load(id) {
      if (!WORKED_OUT.test(id)) return null;
      const values: Record<string, unknown> = await import(pathToFileURL(id).href);
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${literal(value, `${name} of ${id}`)};`)
        .join('\n');
    },
  };
}

function literal(value: unknown, what: string): string {
  const text = JSON.stringify(value);
  if (text === undefined || !isDeepStrictEqual(JSON.parse(text), value)) {
    throw new Error(`Not a plain value, so the browser cannot be given it: ${what}`);
  }
  return text;
}
