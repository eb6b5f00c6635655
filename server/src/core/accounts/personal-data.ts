import { Readable } from 'node:stream';

/** The account whose data is exported. */
export interface DataSubject {
  accountId: string;
  /** The address that is confirmed for the account; undefined where there is none. */
  confirmedEmail: string | undefined;
  /** The projects that they own, oldest first. */
  projectIds: readonly string[];
}

/**
 * What one part of the product keeps about an account: a member of the file. A list comes piece by piece, so that the
 * file may be longer than the memory.
 */
export interface PersonalData {
  name: string;
  read(subject: DataSubject): Promise<unknown> | AsyncIterable<unknown>;
}

/** Writes the file: the moment, then every part in order. It is JSON at its end, and only there. */
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
