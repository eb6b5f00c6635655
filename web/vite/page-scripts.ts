import { createHash } from 'node:crypto';
import { build, type Plugin, type Rolldown } from 'vite';

const INLINE = '?inline-script';
const ADDRESS = '?script-url';

/**
 * Two ways for the document to carry a small classic script written in TypeScript:
 * - `x.ts?inline-script` is the script's minified text while rendering to HTML, and empty in the browser,
 *   which never needs it again;
 * - `x.ts?script-url` is the address of the script as a file of its own, named by its hash.
 */
export function pageScripts(): Plugin {
  const bundled = new Map<string, Promise<string>>();
  const codeOf = (file: string) => {
    const known = bundled.get(file) ?? bundle(file);
    bundled.set(file, known);
    return known;
  };
  return {
    name: 'atelier:page-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      const suffix = [INLINE, ADDRESS].find((known) => source.endsWith(known));
      if (!suffix) return null;
      const file = await this.resolve(source.slice(0, -suffix.length), importer);
      return file && `\0${file.id}${suffix}`;
    },
    async load(id) {
      if (!id.startsWith('\0')) return null;
      const inServer = this.environment.name === 'ssr';
      if (id.endsWith(INLINE)) {
        const code = inServer ? await codeOf(id.slice(1, -INLINE.length)) : '';
        return `export default ${JSON.stringify(code)};`;
      }
      if (!id.endsWith(ADDRESS)) return null;
      const file = id.slice(1, -ADDRESS.length);
      const source = await codeOf(file);
      const name = file.replace(/^.*\/|\.ts$/g, '');
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const fileName = `assets/${name}-${hash}.js`;
      if (!inServer && this.environment.mode === 'build') this.emitFile({ type: 'asset', fileName, source });
      return `export default ${JSON.stringify(`/${fileName}`)};`;
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
