import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import nodemailer from 'nodemailer';
import { z } from 'zod';
import { syncFolder } from '../durable-file.ts';
import { toMessage } from './smtp.ts';
import type { MailTransport } from './transport.ts';

/** A kept mail as the mailbox page shows it: the `.json` beside the `.eml`. */
const keptMailSchema = z.object({
  kind: z.literal('atelier-mail'),
  date: z.string(),
  from: z.string(),
  to: z.string(),
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type KeptMail = z.infer<typeof keptMailSchema>;

/** The left side of a Message-ID of ours names the files; it sorts by time. */
const ID = /^[0-9a-f-]{36}$/;

/**
 * Keeps each mail in `folder` as `.eml` for any mail program and as `.json` for the mailbox page, whole or
 * not at all: the way out while there is no mail server.
 */
export function createMailboxTransport(folder: string): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    description: `kept as files in ${folder}`,
    async send(mail) {
      const { message } = await composer.sendMail(toMessage(mail));
      const id = mail.messageId.slice(1).split('@')[0] ?? '';
      if (!ID.test(id) || !Buffer.isBuffer(message))
        throw new Error('A mail without an id of ours, or without a body');
      const kept: KeptMail = {
        kind: 'atelier-mail',
        date: mail.date.toISOString(),
        from: mail.from.address,
        to: mail.to.address,
        ...(mail.replyTo ? { replyTo: mail.replyTo.address } : {}),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
      };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The same mail again has the same names: sending twice keeps one.
      await writeWhole(`${folder}/${id}.json`, JSON.stringify(kept, null, 2));
      await writeWhole(`${folder}/${id}.eml`, message);
    },
    async close() {},
  };
}

async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
  await syncFolder(dirname(path));
}

/** The newest `limit` kept mails with their ids, newest first. */
export async function listKeptMails(
  folder: string,
  limit: number,
): Promise<{ id: string; mail: KeptMail }[]> {
  const names = (await readIfThere(() => readdir(folder))) ?? [];
  const ids = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((id) => ID.test(id))
    .sort()
    .reverse()
    .slice(0, limit);
  const mails = await Promise.all(ids.map(async (id) => ({ id, mail: await findKeptMail(folder, id) })));
  return mails.flatMap(({ id, mail }) => (mail ? { id, mail } : []));
}

/** One kept mail; undefined when there is none of that id. */
export async function findKeptMail(folder: string, id: string): Promise<KeptMail | undefined> {
  if (!ID.test(id)) return undefined;
  const text = await readIfThere(() => readFile(`${folder}/${id}.json`, 'utf8'));
  return text === undefined ? undefined : keptMailSchema.parse(JSON.parse(text));
}

async function readIfThere<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
