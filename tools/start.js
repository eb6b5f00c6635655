import { existsSync } from 'node:fs';
import module from 'node:module';

// Plain JavaScript, so that a start loads nothing that strips types, and so that any Node can say what is missing.
if (!existsSync(new URL('../node_modules/vite/package.json', import.meta.url))) {
  console.error(
    'The packages that build the product aren’t installed. Install them with "npm ci --include=dev", then start again.',
  );
  process.exit(1);
}
// What types are stripped to is kept too.
module.enableCompileCache(`${import.meta.dirname}/../.cache/compiled`);
await import('./start.ts');
