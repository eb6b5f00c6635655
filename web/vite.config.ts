import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import routes from './app/routes.ts';
import { publicModules } from './paint-first/routes.ts';
import { paintFirst } from './paint-first/vite.ts';
import { domainValues } from './vite/domain-values.ts';
import { mdx } from './vite/mdx.ts';
import { screenChunks } from './vite/screen-chunks.ts';
import { pictures, siteFiles, siteOrigin } from './vite/site-files.ts';

/** Where the API runs while `npm run dev` serves the pages. */
const server = process.env.ATELIER_SERVER ?? 'http://localhost:4000';
const forwarded = ['/api', '/auth/v1', '/dev', '/files'];

const appFolder = join(import.meta.dirname, 'app');
/** Every compiled text imports it. */
const alsoPublic = ['features/marketing/prose/mdx-components.tsx'];

export default defineConfig({
  plugins: [
    paintFirst({
      routes,
      appFolder,
      sheets: ['public.css', 'public-utilities.css'],
      alsoPublic,
      buildTimeContent: /\/web\/app\/.+\.content\.ts$|\/content\/(claims|pages)\.ts$/,
      routeModuleLoader: 'lib/arrive.ts',
    }),
    screenChunks({
      appFolder,
      routes,
      frames: ['shell/providers.tsx', 'shell/app-frame.tsx', 'shell/require-session.tsx'],
      account: 'lib/session/account.ts',
      publicModules: publicModules(routes, appFolder, alsoPublic),
    }),
    domainValues(),
    tailwindcss(),
    mdx({ components: join(import.meta.dirname, 'app/features/marketing/prose/mdx-components.tsx') }),
    reactRouter(),
    pictures(join(import.meta.dirname, '../content/pictures')),
    siteFiles(siteOrigin),
  ],
  define: { 'import.meta.env.SITE_ORIGIN': JSON.stringify(siteOrigin) },
  server: {
    port: Number(process.env.ATELIER_WEB_PORT ?? 5173),
    strictPort: true,
    // The development server ignores builds.
    watch: { ignored: ['**/web/build/**'] },
    proxy: Object.fromEntries(forwarded.map((path) => [path, { target: server }])),
  },
  // Found at the start, not on the first visit of each screen, which would load the page twice.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.{ts,tsx}'] },
  build: {
    // Every browser that runs modules with top-level await preloads them by itself.
    modulePreload: { polyfill: false },
    // A data: address would have to be allowed by the content policy.
    assetsInlineLimit: 0,
    // For a release, which lists what it contains. Folders with a dot aren't served.
    license: { fileName: '.vite/packages.json' },
    // What public pages import late, screens behind a sign-in import at once: the parts stay apart all the same.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
});
