import { runStages, type Step } from './steps.ts';

/** What needs no running product: types, lint and format, directions of imports, documents. */
export const checkSteps: readonly Step[] = [
  { title: 'Types', run: ['npm', 'run', '--silent', 'typecheck'] },
  { title: 'Lint and format', run: ['biome', 'check', '--error-on-warnings', '.'] },
  { title: 'Unused exports and files', run: ['npm', 'run', '--silent', 'unused'] },
  { title: 'Layers', run: ['node', 'tools/layers.ts'] },
  { title: 'Regular expressions', run: ['node', 'tools/regexes.ts'] },
  { title: 'Bare text', run: ['node', 'tools/bare-text.ts'] },
  { title: 'Lock file', run: ['node', 'tools/lock-file.ts'] },
  { title: 'Licences', run: ['node', 'tools/licences.ts'] },
  { title: 'API document', run: ['node', 'tools/api-document.ts'] },
  { title: 'Generated lists', run: ['node', 'tools/generated-pages.ts', '--check'] },
];

if (import.meta.main) process.exitCode = await runStages([checkSteps]);
