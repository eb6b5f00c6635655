import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { typefaces } from '@atelier/content/typefaces.ts';
import type { ArchivedFile, Contents } from './archive.ts';
import { writeBillOfMaterials } from './bill-of-materials.ts';
import { addInstalled, readNativePackages, type Target } from './native-packages.ts';
import { listShippedPackages, writeLicences } from './shipped-packages.ts';

const root = join(import.meta.dirname, '../..');

/** What a release is made of. */
export interface Origin {
  version: string;
  /** The oldest major version of Node that runs it. */
  oldestNode: number;
  /** The start of the commit's name. */
  commit: string;
  time: Date;
}

/**
 * From the project's folder: the built server with its maps, which name the sources in stacks but don't contain them; the files
 * that the built server reads beside its sources; the built site.
 */
const OWN_FILES = [
  'server/build/**/*.{cjs,map}',
  'server/src/features/auth/passwords/common-passwords.*',
  'web/build/pages.json',
  'web/build/client/**/*',
  '.env.example',
  'deploy/{systemd,caddy,nginx,grafana,prometheus}/*',
];

/** The typefaces of documents: `typefaces.ts` finds them in their packages. */
const TYPEFACES = [
  ...Object.values(typefaces).map((face) => [face.package, Object.values(face.inContracts)] as const),
  ['noto-sans', [400, 600]] as const,
  ['dejavu-sans', [400, 700]] as const,
];

/** In CycloneDX's format. */
export const BILL_OF_MATERIALS = 'bom.cdx.json';

/** Everything in the archive for `target`, by its path there. Server and site must be built. */
export async function collectContents(origin: Origin, target: Target): Promise<Contents> {
  const files = await readNativePackages(target);
  for (const [name, weights] of TYPEFACES) {
    const faces = weights.map((weight) => `files/*-${weight}-normal.woff`);
    addInstalled(files, `@fontsource/${name}`, ['package.json', 'LICENSE', ...faces]);
  }
  for (const path of globSync(OWN_FILES, { cwd: root, withFileTypes: true })) {
    if (!path.isFile()) continue;
    const full = join(path.parentPath, path.name);
    files.set(full.slice(root.length + 1), { bytes: readFileSync(full) });
  }
  addText(files, 'package.json', `${JSON.stringify(describeProgram(origin, target), null, 2)}\n`);
  addText(files, 'README.md', readFileSync(join(root, 'deploy/README.md'), 'utf8'));
  const packages = listShippedPackages(target);
  addText(files, 'LICENSES.txt', writeLicences(packages));
  addText(files, BILL_OF_MATERIALS, writeBillOfMaterials(packages, { ...origin, target }));
  addText(files, 'studio', fillLauncher(origin, target), true);
  return files;
}

function addText(files: Map<string, ArchivedFile>, path: string, text: string, executable = false): void {
  files.set(path, { bytes: Buffer.from(text), executable });
}

/** As `platform/version.ts` reads it. */
function describeProgram({ version, commit, oldestNode }: Origin, target: Target): object {
  return {
    name: 'atelier',
    version,
    private: true,
    engines: { node: `>=${oldestNode}` },
    release: { commit, target },
  };
}

/** The program that starts the product and its commands, for one version of Node and one machine. */
export function fillLauncher({ oldestNode }: Pick<Origin, 'oldestNode'>, target: Target): string {
  return readFileSync(join(root, 'deploy/studio'), 'utf8')
    .replace('@OLDEST_NODE@', String(oldestNode))
    .replace('@TARGET@', target);
}
