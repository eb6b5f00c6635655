import { enableCompileCache } from 'node:module';

// Plain JavaScript, so that a start loads nothing that strips types: what they are stripped to is kept too.
enableCompileCache(`${import.meta.dirname}/../.cache/compiled`);
await import('./start.ts');
