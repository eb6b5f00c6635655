import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from 'vite';

/**
 * Runs the modules that say what pages show while building, and gives the browser what comes out of
 * them: not the rules by which it was chosen, nor what other pages say. They may only export plain
 * values.
 */
export function buildTimeContent(modules: RegExp): Plugin {
  let isUsed = false;
  return {
    name: 'paint-first:build-time-content',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async load(id) {
      if (!modules.test(id)) return null;
      isUsed = true;
      const values: Record<string, unknown> = await import(pathToFileURL(id).href);
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${literal(value, `${name} of ${id}`)};`)
        .join('\n');
    },
    buildEnd(error) {
      if (!error && !isUsed) this.error(`No module is ${modules}: the browser gets them as they are.`);
    },
  };
}

function literal(value: unknown, what: string): string {
  const text = JSON.stringify(value);
  if (text === undefined || !isDeepStrictEqual(JSON.parse(text), value)) {
    throw new Error(`Not a plain value, so the browser can't have it: ${what}`);
  }
  return text;
}
