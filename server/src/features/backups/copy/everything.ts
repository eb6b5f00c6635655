import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenDatabase } from '../../../platform/db/open.ts';
import { ifExists, isFileFault, readPieces } from '../../../platform/durable-file.ts';
import { SECRET_FILE } from '../../../platform/server-secret.ts';
import type { ObjectStore } from '../../../platform/storage/object-store.ts';
import { listKeptFiles, type StoredFileRow } from '../../../platform/storage/stored-files.repository.ts';
import { FULL_VERSION } from '../../../platform/version.ts';
import { copyFiles, type DatabaseFacts, filePart, writeDatabasePart } from './data-parts.ts';
import type { ManifestFacts } from './manifest.ts';
import type { PartWriter } from './part-writer.ts';

/** What a backup is made of. */
export interface BackedUp {
  database: OpenDatabase;
  /** Where the files' bytes are. */
  store: ObjectStore;
  /** Whether the backup contains them. */
  withFiles: boolean;
  dataDir: string;
  mailboxDir: string;
  signingKeyFile: string | undefined;
  /** The variables as they are set. */
  settings: Readonly<Record<string, string>>;
}

/** What was copied, besides what the manifest says of it: how many files the database names. */
export interface Copied extends ManifestFacts {
  fileCount: number;
}

/** Writes every part of a backup, while the product may go on writing. `madeAt` is the moment it began, ISO-8601. */
export async function copyEverything(from: BackedUp, writer: PartWriter, madeAt: string): Promise<Copied> {
  const { store, withFiles } = from;
  const copy = withFiles
    ? (files: readonly StoredFileRow[]) => copyFiles(store, writer, files)
    : async () => [];
  const { kept, faulty, ...facts } = await copyData(from.database, writer, copy);
  await addFolderParts(from, writer);
  const files = { store: store.description, included: withFiles, faulty };
  return { madeAt, product: FULL_VERSION, ...facts, files, fileCount: kept.length };
}

/**
 * The database with exactly the files that it names. Files never change, so most are copied first; those that
 * were added until the database was copied follow it. A file deleted in between isn't needed by a database copied
 * after its deletion.
 */
async function copyData(
  database: OpenDatabase,
  writer: PartWriter,
  copy: (files: readonly StoredFileRow[]) => Promise<string[]>,
): Promise<DatabaseFacts & { faulty: string[] }> {
  const before = await listKeptFiles(database.db);
  await copy(before);
  let facts = await writeDatabasePart(database, writer);
  let faulty = await copy(facts.kept);
  if (faulty.length > 0) {
    facts = await writeDatabasePart(database, writer);
    faulty = await copy(facts.kept);
  }
  const named = new Set(facts.kept.map(({ key }) => key));
  for (const { key } of before) if (!named.has(key)) await writer.remove(filePart(key));
  return { ...facts, faulty };
}

/** The rest of the data folder, and the settings. */
async function addFolderParts(from: BackedUp, writer: PartWriter): Promise<void> {
  await addIfThere(writer, 'server.secret', join(from.dataDir, SECRET_FILE));
  if (from.signingKeyFile) await addIfThere(writer, 'signing-keys.json', from.signingKeyFile);
  for (const name of await listMailbox(from.mailboxDir)) {
    await addIfThere(writer, `mailbox/${name}`, join(from.mailboxDir, name));
  }
  const lines = Object.entries(from.settings).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  await writer.add('settings.env', [Buffer.from(lines.join(''))]);
}

async function listMailbox(mailboxDir: string): Promise<string[]> {
  const names = (await ifExists(readdir(mailboxDir))) ?? [];
  return names.filter((name) => /^[0-9a-f-]{36}\.(eml|json)$/.test(name));
}

async function addIfThere(writer: PartWriter, path: string, from: string): Promise<void> {
  try {
    await writer.add(path, readPieces(from));
  } catch (error) {
    if (!isFileFault(error, 'ENOENT')) throw error;
    await writer.remove(path);
  }
}
