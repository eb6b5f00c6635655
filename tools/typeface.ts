import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Typeface, typefaces } from '@atelier/content/typefaces.ts';

/*
 * npm run typeface -- "Playfair Display" [--for display | text]
 * Sets the site's headings, its text, or both in another typeface: installs it, names it in content/typefaces.ts, cuts it, and
 * fits the fallback faces to it.
 */

const root = join(import.meta.dirname, '..');
const FILE = join(root, 'content/typefaces.ts');

/** What is read of Fontsource's metadata.json. */
interface Metadata {
  family: string;
  subsets: readonly string[];
  weights: readonly number[];
  variable: false | Partial<Record<string, { min: string; max: string }>>;
}

/** "playfair-display" for "Playfair Display". */
export const packageOf = (name: string) => name.trim().toLowerCase().replaceAll(/\s+/g, '-');

/**
 * The entry of a typeface in content/typefaces.ts.
 * @throws for one that the site can't use, with the reason
 */
export function describeTypeface(id: string, { family, subsets, weights, variable }: Metadata): Typeface {
  const range = variable ? variable.wght : undefined;
  if (!range) throw new Error(`${family} has no variable weight: choose one that has.`);
  if (!subsets.includes('latin')) throw new Error(`${family} has no Latin letters.`);
  const nearest = (wanted: number) =>
    weights.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? wanted;
  return {
    name: family,
    package: id,
    weights: [Number(range.min), Number(range.max)],
    inContracts: { regular: nearest(400), strong: nearest(600) },
  };
}

/** The source of content/typefaces.ts with other typefaces. */
export function writeTypefaces(source: string, next: Record<'display' | 'text', Typeface>): string {
  const start = source.indexOf('{', source.indexOf('export const typefaces'));
  const entry = (role: 'display' | 'text') => {
    const { name, weights, inContracts, ...face } = next[role];
    return `  ${role}: {
    name: '${name.replaceAll("'", "\\'")}',
    package: '${face.package}',
    weights: [${weights.join(', ')}],
    inContracts: { regular: ${inContracts.regular}, strong: ${inContracts.strong} },
  },
`;
  };
  return `${source.slice(0, start)}{\n${entry('display')}${entry('text')}};\n`;
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" failed.`);
}

const packagesOf = (faces: readonly Typeface[]) => new Set(faces.map((face) => face.package));

/** @param name as Fontsource lists it */
function change(name: string, roles: readonly ('display' | 'text')[]): void {
  const id = packageOf(name);
  run('npm', 'install', '--save-dev', '--save-exact', '-w', 'web', `@fontsource-variable/${id}`);
  run('npm', 'install', '--save-exact', '-w', 'server', `@fontsource/${id}`);
  const metadata = join(root, `node_modules/@fontsource-variable/${id}/metadata.json`);
  const face = describeTypeface(id, JSON.parse(readFileSync(metadata, 'utf8')));
  const next = { ...typefaces, ...Object.fromEntries(roles.map((role) => [role, face])) };
  writeFileSync(FILE, writeTypefaces(readFileSync(FILE, 'utf8'), next));
  for (const old of packagesOf(Object.values(typefaces)).difference(packagesOf(Object.values(next)))) {
    run('npm', 'uninstall', '-w', 'web', `@fontsource-variable/${old}`);
    run('npm', 'uninstall', '-w', 'server', `@fontsource/${old}`);
  }
  run('npm', 'run', '--silent', 'fonts');
  console.log(
    `\n${face.name} is in place. Draw the cards of shared links with it by "npm run pictures -- cards icons", then look at the site.`,
  );
}

if (import.meta.main) {
  try {
    const options = { for: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name] = positionals;
    const roles = (['display', 'text'] as const).filter((role) => !values.for || values.for === role);
    if (!name || roles.length === 0) {
      throw new Error(
        'Name a typeface of fontsource.org: npm run typeface -- "Playfair Display" --for display',
      );
    }
    change(name, roles);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
