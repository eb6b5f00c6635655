import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runSteps, type Step } from './steps.ts';

const root = join(import.meta.dirname, '..');

/** What needs no running product: the types of every folder that has some, lint and format, directions. */
export function checkSteps(): Step[] {
  const folders = readdirSync(root).filter((name) => existsSync(join(root, name, 'tsconfig.json')));
  return [
    ...folders.map((folder): Step => ({ title: `Types of ${folder}`, run: typeCheck(folder) })),
    { title: 'Lint and format', run: ['biome', 'check', '--error-on-warnings', '.'] },
    { title: 'Layers', run: ['node', 'tools/layers.ts'] },
    { title: 'Regular expressions', run: ['node', 'tools/regexes.ts'] },
    { title: 'Unused exports and files', run: ['npm', 'run', '--silent', 'unused'] },
    { title: 'API document', run: ['node', 'tools/api-document.ts'] },
    { title: 'Generated lists', run: ['node', 'tools/endpoint-lists.ts', '--check'] },
  ];
}

/** The web's routes have types that are written first. */
function typeCheck(folder: string): Exclude<Step['run'], () => void> {
  return folder === 'web'
    ? ['npm', 'run', '--silent', 'typecheck', '-w', 'web']
    : ['tsc', '--noEmit', '-p', folder];
}

if (import.meta.main) process.exitCode = await runSteps(checkSteps());
