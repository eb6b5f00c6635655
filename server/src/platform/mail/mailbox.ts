import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import nodemailer from 'nodemailer';
import { toMessage } from './smtp.ts';
import type { MailTransport } from './transport.ts';

/** Name of a kept mail: the Message-ID's left side, which sorts by time. */
const FILE = /^[0-9a-f-]{36}\.eml$/;

/** Keeps each mail as a file in `folder`, whole or not at all: the way out while there is no mail server. */
export function createMailboxTransport(folder: string): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    description: `kept as files in ${folder}`,
    async send(mail) {
      const { message } = await composer.sendMail(toMessage(mail));
      const id = /^<([0-9a-f-]{36})@/.exec(mail.messageId)?.[1];
      if (!id || !Buffer.isBuffer(message))
        throw new Error('A mail without an id of ours, or without a body');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The same mail again has the same name: sending twice keeps one.
      await writeWhole(`${folder}/${id}.eml`, message);
    },
    async close() {},
  };
}

async function writeWhole(path: string, content: Buffer): Promise<void> {
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The names of the kept mails, newest first. */
export async function listKeptMails(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder))
      .filter((name) => FILE.test(name))
      .sort()
      .reverse();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The bytes of one kept mail; undefined when there is none of that name. */
export async function findKeptMail(folder: string, name: string): Promise<Buffer | undefined> {
  if (!FILE.test(name)) return undefined;
  try {
    return await readFile(`${folder}/${name}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
