import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findViolations } from './layers.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** Writes a tree in which each file holds the given lines. @returns the faults found, as `path: fault` */
function faultsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'atelier-layers-'));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findViolations(root).map(({ path, fault }) => `${path}: ${fault}`);
}

const importing = (specifier: string) => `import { x } from '${specifier}';\nexport const y = x;\n`;
const later = (specifier: string) => `export const y = import('${specifier}');\n`;
const x = 'export const x = 1;\n';

describe('findViolations', () => {
  it('accepts a tree that keeps the rules', () => {
    expect(
      faultsOf({
        'domain/src/ids.ts': importing('zod'),
        'domain/src/files/rules.ts': "import type { Issue } from '../ids.ts';\nexport type Fault = Issue;\n",
        'domain/src/files/schema.ts': importing('./rules.ts'),
        'content/facts.ts': importing('@atelier/domain/files/rules.ts'),
        'server/src/platform/db/open.ts': `// A project.\n${importing('better-sqlite3')}`,
        'server/src/core/accounts/accounts.service.ts': importing('../../platform/db/open.ts'),
        'server/src/features/enquiries/enquiries.service.ts': importing(
          '../../core/accounts/accounts.service.ts',
        ),
        'server/src/workflows/portal.routes.ts': importing('../features/files/files.service.ts'),
        'server/src/features/files/files.service.ts': importing('./files/presented.ts'),
        'server/src/features/files/files/presented.ts': x,
        'server/src/workflows/admin.routes.ts': importing('../features/enquiries/enquiries.service.ts'),
        'server/src/core/accounts/accounts.repository.ts': `${importing('kysely')}x.selectFrom('accounts');\n`,
        'server/src/core/accounts/accounts.table.ts':
          "import type { Selectable } from 'kysely';\nexport type A = Selectable<1>;\n",
        'server/src/core/accounts/accounts.test.ts': "x.deleteFrom('accounts');\n",
        'server/src/platform/db/migrate.ts': importing('kysely'),
        'server/src/cli/backup/backup.ts': importing('kysely'),
        'server/src/app.ts': importing('./workflows/admin.routes.ts'),
        'web/app/areas/studio/screen.tsx': importing('../portal/screen.tsx'),
        'web/app/areas/portal/screen.tsx': importing('./parts/part.tsx'),
        'web/app/areas/portal/parts/part.tsx': importing('../other/part.tsx'),
        'web/app/areas/portal/other/part.tsx': importing('../../../ui/button.tsx'),
        'web/app/ui/button.tsx': importing('../lib/api.ts'),
        'web/app/lib/api.ts': importing('@atelier/domain/files/rules.ts'),
        'web/app/routes.ts': importing('./areas/studio/screen.tsx'),
        'web/app/ui/document.tsx': importing('../../paint-first/document.tsx'),
        'web/paint-first/document.tsx': importing('./browser/live.tsx'),
        'web/paint-first/browser/live.tsx': x,
        'domain/src/files/rules.test.ts': '// x\n'.repeat(400),
      }),
    ).toEqual([]);
  });

  it.each([
    [
      'what stands by itself knowing the application',
      { 'web/paint-first/document.tsx': importing('../app/lib/api.ts'), 'web/app/lib/api.ts': x },
    ],
    [
      'the application reaching into what stands by itself',
      {
        'web/app/root.tsx': importing('../paint-first/browser/live.tsx'),
        'web/paint-first/browser/live.tsx': x,
      },
    ],
    [
      'the domain knowing the server',
      { 'domain/src/a/a.ts': importing('../../../server/src/b.ts'), 'server/src/b.ts': x },
    ],
    ['the domain using Node', { 'domain/src/a/a.ts': importing('node:fs') }],
    ['the domain using React', { 'domain/src/a/a.ts': importing('react') }],
    ['a file of the domain outside every noun', { 'domain/src/dates.ts': x }],
    ['a rule using Zod', { 'domain/src/a/rules.ts': importing('zod') }],
    [
      'a rule loading Zod through another file',
      { 'domain/src/a/rules.ts': importing('../ids.ts'), 'domain/src/ids.ts': importing('zod') },
    ],
    [
      'a rule knowing a schema by a type',
      {
        'domain/src/a/rules.ts': "import type { A } from './schema.ts';\nexport type B = A;\n",
        'domain/src/a/schema.ts': 'export type A = 1;\n',
      },
    ],
    ['content using a package', { 'content/a.ts': importing('zod') }],
    [
      'the web knowing the server',
      { 'web/app/a.ts': importing('@atelier/server/src/b.ts'), 'server/src/b.ts': x },
    ],
    ['the server knowing the web', { 'server/src/a.ts': importing('../../web/app/b.ts'), 'web/app/b.ts': x }],
    ['a journey looking inside', { 'e2e/a.ts': importing('../server/src/b.ts'), 'server/src/b.ts': x }],
    [
      'a new workspace importing',
      { 'other/a.ts': importing('../domain/src/ids.ts'), 'domain/src/ids.ts': x },
    ],
    [
      'the platform knowing a feature',
      { 'server/src/platform/a.ts': importing('../features/b/c.ts'), 'server/src/features/b/c.ts': x },
    ],
    [
      'the platform knowing a noun of the domain',
      { 'server/src/platform/a.ts': importing('@atelier/domain/b/c.ts'), 'domain/src/b/c.ts': x },
    ],
    ['the platform naming a project', { 'server/src/platform/a.ts': 'export const projectId = 1;\n' }],
    [
      'core knowing a feature by a type',
      {
        'server/src/core/a.ts': "import type { X } from '../features/b/c.ts';\nexport type Y = X;\n",
        'server/src/features/b/c.ts': 'export type X = 1;\n',
      },
    ],
    [
      'a feature knowing a workflow by a dynamic import',
      {
        'server/src/features/a/a.ts': later('../../workflows/b.ts'),
        'server/src/workflows/b.ts': x,
      },
    ],
    [
      'a feature knowing the application',
      { 'server/src/features/a/a.ts': importing('../../app.ts'), 'server/src/app.ts': x },
    ],
    [
      'a part importing from the tests',
      { 'server/src/core/a.ts': importing('../../test/b.ts'), 'server/test/b.ts': x },
    ],
    ['peers', { 'server/src/features/a/a.ts': importing('../b/b.ts'), 'server/src/features/b/b.ts': x }],
    [
      'a workflow knowing the commands',
      { 'server/src/workflows/a.ts': later('../cli/b.ts'), 'server/src/cli/b.ts': x },
    ],
    ['a folder that is no layer', { 'server/src/other/a.ts': x }],
    ['peers in the web', { 'web/app/features/a/a.ts': importing('../b/b.ts'), 'web/app/features/b/b.ts': x }],
    [
      'the exception the other way round',
      { 'web/app/areas/portal/a.ts': importing('../studio/b.ts'), 'web/app/areas/studio/b.ts': x },
    ],
    [
      'a library knowing a component',
      { 'web/app/lib/a.ts': importing('../ui/b.tsx'), 'web/app/ui/b.tsx': x },
    ],
    [
      'a library knowing the text of a component',
      { 'web/app/lib/a.ts': importing('../ui/b.ts?inline-script'), 'web/app/ui/b.ts': x },
    ],
    [
      'a component knowing a feature',
      { 'web/app/ui/a.tsx': importing('../features/b/b.ts'), 'web/app/features/b/b.ts': x },
    ],
    ['a test used as a part', { 'web/app/lib/a.ts': importing('./b.test.ts'), 'web/app/lib/b.test.ts': x }],
    [
      'a circle',
      { 'server/src/core/a.ts': importing('./b.ts'), 'server/src/core/b.ts': importing('./a.ts') },
    ],
    ['a barrel by name', { 'server/src/core/index.ts': x }],
    [
      'a barrel by deed',
      { 'server/src/core/all.ts': "export * from './b.ts';\n", 'server/src/core/b.ts': x },
    ],
    ['a folder with an empty name', { 'web/app/lib/utils/date.ts': x }],
    ['a file with an empty name', { 'server/src/core/helpers.ts': x }],
    ['a file with an empty suffix', { 'server/src/core/date-utils.ts': x }],
    ['a look at the environment', { 'server/src/core/a.ts': 'export const y = process.env.PORT;\n' }],
    ['a query outside a repository', { 'server/src/core/a.service.ts': "x.db\n  .updateTable('b');\n" }],
    ['SQL outside a repository', { 'server/src/core/a.service.ts': importing('kysely') }],
    ['a long file', { 'server/src/core/a.ts': '// x\n'.repeat(401) }],
    ['a long test', { 'e2e/journeys/a.spec.ts': '// x\n'.repeat(401) }],
    ['an import of nothing', { 'server/src/core/a.ts': importing('./gone.ts') }],
  ])('reports %s', (_what, files) => {
    expect(faultsOf(files as Record<string, string>)).toHaveLength(1);
  });

  it('names the importer, the target and the reason', () => {
    expect(
      faultsOf({ 'server/src/features/a/a.ts': importing('../b/b.ts'), 'server/src/features/b/b.ts': x }),
    ).toEqual([
      'server/src/features/a/a.ts: may not import server/src/features/b/b.ts: ' +
        'peers do not import peers; compose them above',
    ]);
  });
});
