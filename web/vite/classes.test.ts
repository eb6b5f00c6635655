import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss';
import { describe, expect, it } from 'vitest';

const app = join(import.meta.dirname, '../app');
const { resolve } = createRequire(join(app, 'app.css'));

/** The classes that the stylesheets of the application define by themselves, and those that only mark a parent. */
const ownClasses = new Set(
  globSync('{ui/styles/*.css,../paint-first/**/*.css}', { cwd: app }).flatMap((file) =>
    [...readFileSync(join(app, file), 'utf8').matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name),
  ),
);
const isMark = (name: string) => /^(group|peer)(\/\w+)?$/.test(name);

/** What stands in the class attributes of a component, without what is computed. */
function classesIn(source: string): string[] {
  const texts: string[] = [];
  for (const { index } of source.matchAll(/\b(?:className|class)=/g)) {
    const rest = source.slice(source.indexOf('=', index) + 1);
    if (rest.startsWith('"')) texts.push(rest.slice(1, rest.indexOf('"', 1)));
    else if (rest.startsWith('{')) texts.push(...stringsIn(expressionAt(rest)));
  }
  return texts.flatMap((text) => text.split(/\s+/)).filter(Boolean);
}

/** From a brace to the one that closes it. */
function expressionAt(text: string): string {
  let depth = 0;
  for (const [index, sign] of [...text].entries()) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth === 0) return text.slice(0, index);
  }
  return text;
}

/** The strings of an expression but those that are compared or choose a look; of a template what is between its values. */
const stringsIn = (expression: string) =>
  [
    ...expression
      .replaceAll(/\b(?:variant|size): [^,}]*/g, '')
      .matchAll(/([=!]== |\?\? )?'([^']*)'|`([^`]*)`/g),
  ].flatMap(([, compared, plain = '', template]) =>
    template === undefined ? (compared ? [] : plain) : template.split(/\S*\$\{[^}]*\}\S*/),
  );

describe('the classes of components', () => {
  it('are all in the stylesheet that Tailwind builds', async () => {
    const design = await loadDesignSystem(readFileSync(join(app, 'app.css'), 'utf8'), {
      base: app,
      loadStylesheet: async (id, base) => {
        const path = id.startsWith('.')
          ? join(base, id)
          : resolve(id === 'tailwindcss' ? 'tailwindcss/index.css' : id);
        return { path, base: dirname(path), content: readFileSync(path, 'utf8') };
      },
    });
    const files = globSync('**/*.tsx', { cwd: app, exclude: (name) => name.endsWith('.test.tsx') });
    const used = files.flatMap((file) =>
      classesIn(readFileSync(join(app, file), 'utf8')).map((name) => ({ file, name })),
    );
    const built = design.candidatesToCss(used.map(({ name }) => name));
    const unknown = used.filter(({ name }, index) => !built[index] && !ownClasses.has(name) && !isMark(name));
    expect(used.length).toBeGreaterThan(1_000);
    expect(unknown.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });
});
