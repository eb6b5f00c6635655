import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Serves a folder of pictures from an address that names what is in all of them together, so that browsers may keep
 * them for ever and the pages need no list of addresses: `import.meta.env.PICTURES_BASE`, then the file's name.
 */
export function pictures(folder: string): Plugin {
  const files = readdirSync(folder)
    .filter((name) => /\.(avif|webp)$/.test(name))
    .sort()
    .map((name) => ({ name, source: readFileSync(join(folder, name)) }));
  const hash = createHash('sha256');
  for (const { name, source } of files) hash.update(name).update(source);
  const base = `assets/pictures-${hash.digest('base64url').slice(0, 8)}`;
  return {
    name: 'atelier:pictures',
    config: () => ({ define: { 'import.meta.env.PICTURES_BASE': JSON.stringify(`/${base}`) } }),
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const { name, source } of files) {
        this.emitFile({ type: 'asset', fileName: `${base}/${name}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${base}`, (request, response, next) => {
        const found = files.find(({ name }) => `/${name}` === request.url);
        if (!found) return next();
        response.setHeader('content-type', found.name.endsWith('.avif') ? 'image/avif' : 'image/webp');
        response.end(found.source);
      });
    },
  };
}
