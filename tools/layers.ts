import { findCircle, findLoadPath, readSources, type SourceFile } from './import-graph.ts';

/** One thing that is where it may not be. */
export interface Violation {
  path: string;
  fault: string;
}

/** What a workspace's sources may import of the others. A workspace that is not named may import none. */
const WORKSPACES: Record<string, readonly string[]> = {
  domain: [],
  content: ['domain'],
  server: ['domain', 'content'],
  web: ['domain', 'content'],
  // They write the lists of calls, errors and proofs from the tables, and titles onto the pictures of shared links.
  tools: ['domain', 'content', 'prove'],
  // From outside: they drive the product, so they may look at what it promises, not at how it does it.
  e2e: ['domain', 'content', 'tools'],
  // The demo runs the server in its own process under its own clock, and otherwise calls endpoints.
  demo: ['domain', 'content', 'server'],
  // A bench of many rows fills the tables itself and calls the server within its own process.
  bench: ['domain', 'content', 'tools', 'e2e', 'server'],
  // A proof runs the product, looks at what it left on disk, and takes one of its protections away.
  prove: ['domain', 'content', 'tools', 'e2e', 'server'],
};

/** What stands for another program in tests is outside the product, too: journeys may know it. */
const STAND_INS = new Set([
  'server/test/harness/certificate.ts',
  'server/test/harness/mail-domains.ts',
  'server/test/harness/name-server.ts',
  'server/test/harness/stripe-stand-in.ts',
]);

/** A layer that holds the files directly in the base, such as `app.ts`. */
const ROOT_FILES = '.';

/** Inside a workspace, from the ground up. A folder that no layer names is a violation. */
const LAYERS: Record<string, readonly (readonly string[])[]> = {
  'server/src': [['platform'], ['core', 'migrations'], ['features'], ['workflows'], [ROOT_FILES], ['cli']],
  'web/app': [['lib'], ['ui'], ['features'], ['areas'], ['shell'], [ROOT_FILES]],
};

/** Folders whose folders are peers: none imports another, with the written exceptions `[from, to]`. */
const PEERS: Record<string, readonly (readonly [string, string])[]> = {
  'server/src/features': [],
  'web/app/features': [],
  // The studio looks at a project through the client's own screens.
  'web/app/areas': [['studio', 'portal']],
};

/**
 * Folders that stand by themselves: they import nothing else of their workspace, and it imports only
 * what lies directly in them.
 */
const FENCED = ['web/paint-first'];

/** Packages that a workspace's sources may import; a workspace that is not named may import any. */
const PACKAGES: Record<string, readonly string[]> = { domain: ['zod'], content: [] };

/** The files of the domain that belong to no noun, or put together what each noun has. */
const DOMAIN_ROOT = new Set([
  'api',
  'days',
  'endpoint',
  'errors',
  'event-definition',
  'ids',
  'pages',
  'paging',
  'paging-rules',
  'project-parts',
  'retention',
  'text',
  'email-address',
  'text-schema',
]);

/** Nouns of the domain that the platform may know: the parts of it that speak of no product. */
const PLATFORM_NOUNS = new Set(['api-document', 'files', 'live']);
/** The product's own nouns. None may be part of a name in the platform. */
const PRODUCT_NAME =
  /\b\w*(?:project|milestone|contract|enquir|onboarding|invoice|payment|change-?order)\w*/i;
/** Comments and texts, in which any word may stand. */
const PROSE = /\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|"[^"\n]*"|`[^`]*`/g;

/** Lines of the longest file: a longer one holds a thing that has a name of its own. */
const MOST_LINES = 400;

/** Names that say nothing of what is inside. */
const EMPTY_NAMES = new Set(['util', 'utils', 'misc', 'helper', 'helpers', 'common']);

/** The files that may look at the environment: the settings' reader gets it from the programs. */
const ENVIRONMENT_READERS = new Set([
  'server/src/config.ts',
  'server/src/main.ts',
  'server/src/main-built.ts',
  'server/src/cli/studio.ts',
  'server/src/cli/studio-built.ts',
]);

/** Folders of the server, besides `*.repository.ts` files, that may build queries. */
const QUERY_FOLDERS = [
  'server/src/platform/db/',
  'server/src/migrations/',
  // It copies whole databases, whatever tables they have.
  'server/src/cli/backup/',
  'server/src/features/backups/copy/',
];
/** What builds a query, or runs one that is text. */
const QUERY =
  /\.(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|executeQuery|withPlugin)\b/;

/** Every violation in the tree below `root`. Folders are found by reading, so that a new one is covered. */
export function findViolations(root: string): Violation[] {
  const files = readSources(root);
  const circle = findCircle(files);
  return [
    ...files.flatMap((file) => [...checkImports(file), ...checkPackages(file), ...checkFile(file)]),
    ...files.flatMap((file) => checkRules(files, file)),
    ...(circle
      ? [{ path: circle[0] ?? '', fault: `imports itself in a circle: ${circle.join(' -> ')}` }]
      : []),
  ];
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const workspaceOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

function checkImports({ path, imports }: SourceFile): Violation[] {
  return imports.flatMap((target) => {
    const fault = refuse(path, target);
    return fault ? [{ path, fault: `may not import ${target}: ${fault}` }] : [];
  });
}

function refuse(path: string, target: string): string | undefined {
  const [from, to] = [workspaceOf(path), workspaceOf(target)];
  // Configuration at the root belongs to no workspace and may import any.
  if (from === '') return undefined;
  if (from !== to) {
    if (from === 'e2e' && STAND_INS.has(target)) return undefined;
    return WORKSPACES[from]?.includes(to) ? undefined : `${from} may not know ${to || 'the root'}`;
  }
  if (isTest(target)) return 'a test is not a part';
  // A test may compose what it needs to look at its subject from outside.
  if (isTest(path)) return undefined;
  const fence = FENCED.find((folder) => path.startsWith(`${folder}/`) || target.startsWith(`${folder}/`));
  if (fence) return refuseByFence(fence, path, target);
  return refuseByLayer(path, target) ?? refuseByPeers(path, target);
}

function refuseByFence(fence: string, path: string, target: string): string | undefined {
  if (!target.startsWith(`${fence}/`)) return `${fence} stands by itself`;
  const isInside = target.slice(fence.length + 1).includes('/');
  return isInside && !path.startsWith(`${fence}/`)
    ? `only what lies directly in ${fence} is public`
    : undefined;
}

function refuseByLayer(path: string, target: string): string | undefined {
  for (const [base, layers] of Object.entries(LAYERS)) {
    if (!path.startsWith(`${base}/`)) continue;
    if (!target.startsWith(`${base}/`)) return `sources end at ${base}`;
    const heightOf = (file: string) => layers.findIndex((names) => names.includes(layerOf(base, file)));
    if (heightOf(target) > heightOf(path)) return 'it is in a layer above';
  }
  return undefined;
}

/** The name of the layer that a file is in: its first folder below the base. */
function layerOf(base: string, path: string): string {
  const [first = '', ...rest] = path.slice(base.length + 1).split('/');
  return rest.length === 0 ? ROOT_FILES : first;
}

function checkLayerName(path: string): string[] {
  return Object.entries(LAYERS).flatMap(([base, layers]) => {
    if (!path.startsWith(`${base}/`)) return [];
    const name = layerOf(base, path);
    return layers.flat().includes(name) ? [] : [`"${name}" is not a layer of ${base}`];
  });
}

function checkDomainRoot(path: string): string[] {
  const [, name] = /^domain\/src\/([^/.]+)(?:\.test)?\.ts$/.exec(path) ?? [];
  return name && !DOMAIN_ROOT.has(name) ? [`"${name}" belongs in the folder of its noun`] : [];
}

function refuseByPeers(path: string, target: string): string | undefined {
  for (const [base, exceptions] of Object.entries(PEERS)) {
    if (!path.startsWith(`${base}/`) || !target.startsWith(`${base}/`)) continue;
    const [from, to] = [layerOf(base, path), layerOf(base, target)];
    const arePeers = from !== to && from !== ROOT_FILES && to !== ROOT_FILES;
    const isException = exceptions.some(([a, b]) => from === a && to === b);
    if (arePeers && !isException) return 'peers do not import peers; compose them above';
  }
  return undefined;
}

function checkPackages({ path, packages }: SourceFile): Violation[] {
  const allowed = PACKAGES[workspaceOf(path)];
  return packages.flatMap((name) => {
    if (name.startsWith('.') || name.startsWith('@atelier/')) {
      // Types that a tool writes at build time are not in the tree yet.
      return name.includes('/+types/') || !name.endsWith('.ts')
        ? []
        : [{ path, fault: `imports ${name}, which is not there` }];
    }
    if (!allowed || isTest(path) || allowed.includes(name)) return [];
    return [{ path, fault: `may not import ${name}: ${workspaceOf(path)} has no input and output` }];
  });
}

/** Public pages use a noun's rules, and don't load the validation library. */
function checkRules(files: readonly SourceFile[], { path, imports }: SourceFile): Violation[] {
  if (!/^domain\/src\/[^/]+\/rules\.ts$/.test(path)) return [];
  const shapes = imports.find((target) => /\/(schema|endpoints)\.ts$/.test(target));
  if (shapes)
    return [{ path, fault: `imports ${shapes}; a rule takes what it needs, whatever the wire calls it` }];
  const way = findLoadPath(files, path, ({ packages }) => packages.includes('zod'));
  return way ? [{ path, fault: `loads zod: ${[...way, 'zod'].join(' -> ')}` }] : [];
}

function checkFile({ path, text, imports }: SourceFile): Violation[] {
  const names = path.split('/');
  const file = names.at(-1) ?? '';
  const faults: string[] = [...checkLayerName(path), ...checkDomainRoot(path)];
  if (/^index\.tsx?$/.test(file) || /^export\s+(?:type\s+)?\*/m.test(text)) faults.push('is a barrel');
  const stems = names.map((name) => name.split('.')[0] ?? '');
  const empty = stems.find(
    (stem) => EMPTY_NAMES.has(stem) || /[-.](utils?|misc|helpers?|common)$/.test(stem),
  );
  if (empty) faults.push(`"${empty}" says nothing of what is inside`);
  const lines = text.split('\n').length - 1;
  if (lines > MOST_LINES) faults.push(`has ${lines} lines; ${MOST_LINES} are the most`);
  const reads = path.startsWith('server/src/') && !isTest(path) && !ENVIRONMENT_READERS.has(path);
  if (reads && /\bprocess\.env\b/.test(text)) faults.push('looks at the environment; config.ts does');
  if (path.startsWith('server/src/platform/') && !isTest(path)) faults.push(...checkPlatform(text, imports));
  if (buildsQuery(path, text)) faults.push('builds a query; that belongs in a *.repository.ts');
  return faults.map((fault) => ({ path, fault }));
}

function checkPlatform(text: string, imports: readonly string[]): string[] {
  const nouns = imports.flatMap((target) => /^domain\/src\/([^/]+)\//.exec(target)?.[1] ?? []);
  const foreign = nouns.find((noun) => !PLATFORM_NOUNS.has(noun));
  const [name] = PRODUCT_NAME.exec(text.replace(PROSE, '')) ?? [];
  return [foreign, name].flatMap((known) => (known ? [`knows the product: ${known}`] : []));
}

function buildsQuery(path: string, text: string): boolean {
  if (!path.startsWith('server/src/') || isTest(path) || path.endsWith('.repository.ts')) return false;
  if (QUERY_FOLDERS.some((folder) => path.startsWith(folder))) return false;
  // A value from Kysely is `sql`, or a part of a query.
  return QUERY.test(text) || /^import (?!type\b)[^;]*\bfrom 'kysely'/m.test(text);
}

if (import.meta.main) {
  const violations = findViolations(`${import.meta.dirname}/..`);
  for (const { path, fault } of violations) console.error(`${path}: ${fault}`);
  if (violations.length > 0) process.exitCode = 1;
  else console.log('Layers: every import goes the right way.');
}
