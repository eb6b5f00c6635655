import { Readable } from 'node:stream';

/** The account whose data is exported. */
export interface DataSubject {
  accountId: string;
  /** The confirmed address of the account; undefined if there is none. */
  confirmedEmail: string | undefined;
  /** The projects that they own, oldest first. */
  projectIds: readonly string[];
  /** Those of others that they have or had a part in: what they wrote and sent there is theirs, and nothing else. */
  sharedProjectIds: readonly string[];
}

/**
 * What one part of the product stores about an account: one key of the file. A list is streamed, so that the
 * file can be larger than the memory.
 */
export interface PersonalData {
  name: string;
  /** The projects where the account wrote or sent some of it as a client; it may have left them since. */
  listProjectIds?(accountId: string): Promise<readonly string[]>;
  read(subject: DataSubject): Promise<unknown> | AsyncIterable<unknown>;
}

/** Writes the file: the time, then each part in order. It is valid JSON only once complete. */
export function writePersonalData(
  parts: readonly PersonalData[],
  subject: DataSubject,
  exportedAt: string,
): Readable {
  return Readable.from(writeParts(parts, subject, exportedAt), { objectMode: false });
}

async function* writeParts(parts: readonly PersonalData[], subject: DataSubject, exportedAt: string) {
  yield `{\n"exportedAt": ${JSON.stringify(exportedAt)}`;
  for (const { name, read } of parts) {
    yield `,\n${JSON.stringify(name)}: `;
    const data = read(subject);
    if (data instanceof Promise) yield JSON.stringify((await data) ?? null);
    else yield* writeList(data);
  }
  yield '\n}\n';
}

async function* writeList(items: AsyncIterable<unknown>) {
  let before = '[\n';
  for await (const item of items) {
    yield before + JSON.stringify(item);
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n]';
}
