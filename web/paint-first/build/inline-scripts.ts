import { build, type Plugin, type Rolldown } from 'vite';

const INLINE = '?inline-script';

/**
 * Lets the document carry a small classic script written in TypeScript: `x.ts?inline-script` is the script's minified
 * text while rendering to HTML, and empty in the browser, which never needs it again.
 */
export function inlineScripts(): Plugin {
  const bundled = new Map<string, Promise<string>>();
  const codeOf = (file: string) => {
    const known = bundled.get(file) ?? bundle(file);
    bundled.set(file, known);
    return known;
  };
  return {
    name: 'paint-first:inline-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(INLINE)) return null;
      const file = await this.resolve(source.slice(0, -INLINE.length), importer);
      return file && `\0${file.id}${INLINE}`;
    },
    async load(id) {
      if (!id.startsWith('\0') || !id.endsWith(INLINE)) return null;
      const isInServer = this.environment.name === 'ssr';
      const code = isInServer ? await codeOf(id.slice(1, -INLINE.length)) : '';
      return `export default ${JSON.stringify(code)};`;
    },
  };
}

/** The minified code of a script with everything it imports. */
async function bundle(entry: string): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      lib: { entry, formats: ['iife'], name: 'script' },
    },
  })) as Rolldown.RolldownOutput[];
  const chunk = result[0]?.output[0];
  if (!chunk) throw new Error(`Nothing was bundled from ${entry}`);
  return chunk.code.trim();
}
