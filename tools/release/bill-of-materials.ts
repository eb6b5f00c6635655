import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import Database from 'better-sqlite3';
import type { ShippedPackage } from './shipped-packages.ts';

/** What the list is of. */
interface Subject {
  version: string;
  commit: string;
  target: string;
  time: Date;
}

/**
 * The bill of materials in CycloneDX 1.6: every package with its version, licence and the lock file's hash, and SQLite, which
 * is in one of them.
 * @returns JSON; the same for the same packages and subject
 */
export function writeBillOfMaterials(packages: readonly ShippedPackage[], subject: Subject): string {
  const product = new Models.Component(Enums.ComponentType.Application, 'atelier', {
    version: subject.version,
    bomRef: 'atelier',
    properties: new Models.PropertyRepository([
      new Models.Property('atelier:commit', subject.commit),
      new Models.Property('atelier:target', subject.target),
    ]),
  });
  const components = packages.map(toComponent);
  for (const { bomRef } of components) product.dependencies.add(bomRef);
  const digest = createHash('sha256')
    .update(JSON.stringify([packages, subject]))
    .digest('hex');
  const bom = new Models.Bom({
    serialNumber: `urn:uuid:${toUuid(digest)}`,
    components: new Models.ComponentRepository(components),
    metadata: new Models.Metadata({ component: product, timestamp: subject.time }),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 1 });
}

/** Of version 8, whose bits mean what its maker says. */
const toUuid = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

function toComponent({ name, version, licence, integrity }: ShippedPackage): Models.Component {
  const [group, short] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const sha512 = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  return new Models.Component(Enums.ComponentType.Library, short ?? name, {
    ...(group && { group }),
    version,
    purl,
    bomRef: purl,
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-512'], sha512]]),
    licenses: new Models.LicenseRepository([
      / (AND|OR) /.test(licence) ? new Models.LicenseExpression(licence) : new Models.SpdxLicense(licence),
    ]),
    ...(name === 'better-sqlite3' && { components: new Models.ComponentRepository([describeSqlite()]) }),
  });
}

function describeSqlite(): Models.Component {
  const database = new Database(':memory:');
  const version = String(database.prepare('select sqlite_version()').pluck().get());
  database.close();
  return new Models.Component(Enums.ComponentType.Library, 'sqlite', {
    version,
    bomRef: `sqlite@${version}`,
    cpe: `cpe:2.3:a:sqlite:sqlite:${version}:*:*:*:*:*:*:*`,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense('blessing')]),
  });
}

const SCHEMAS = join(import.meta.dirname, '../../node_modules/@cyclonedx/cyclonedx-library/res/schema');
const readSchema = (name: string) =>
  JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), 'utf8'));

/** What CycloneDX's own schema finds wrong with a bill of materials: nothing, where it is one. */
export function findBillFaults(json: string): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Those that the library lacks are of fields that ours doesn't have.
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    ajv.addSchema(readSchema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  const validate = ajv.compile(readSchema('bom-1.6'));
  if (validate(JSON.parse(json))) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
