import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@atelier/domain/api.ts';
import { readMailInThread } from '../../src/mail-thread.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { bring } from './mail-domains.ts';
import { setUpMailIn } from './mail-in.ts';

const FOLDER = join(import.meta.dirname, '../mails');
const FILLED_TO = 1_300_000;

/** The mails that programs of all kinds write, as bytes by their names. */
export function listRealMails(): [name: string, raw: Buffer][] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => [file.replace(/\.eml.*$/, ''), readRealMail(file)]);
}

function readRealMail(file: string): Buffer {
  const text = readFileSync(join(FOLDER, file)).toString('latin1');
  // Only the beginning of a picture is kept, and the rest is more of the same.
  const whole = file.endsWith('.head.txt')
    ? `${text}${`${'QUJD'.repeat(18)}\n`.repeat((FILLED_TO - text.length) / 73)}"></p></body></html>\n${text.includes('boundary="b2"') ? '--b2--\n' : ''}`
    : text;
  return Buffer.from(whole.replaceAll(/\r?\n/g, '\r\n'), 'latin1');
}

/** What became of a mail. */
export interface MailFate {
  state: string;
  reason: string | null;
  body: string | undefined;
  folded: string | null | undefined;
  files: string[];
  bounced: string[];
}

/** A studio whose client has a mail of ours, which mails can answer. A thread reads them; their sender counts as proven. */
export async function setUpRealMails(engine: Engine, words: string, env: Record<string, string> = {}) {
  const studio = await setUpMailIn(engine, env, {
    clientEmail: 'ada@client.example',
    readMail: async (order) => {
      const read = await readMailInThread({ ...order, nameServers: ['127.0.0.1:1'] });
      return read && { ...read, proof: { by: 'signature' as const, summary: 'dkim=pass' } };
    },
  });
  const { app, client, owner, params, port } = studio;
  await owner.call(api.sendMessageAsStudio, { params, body: { body: words } });
  const to = await studio.mailTo(client.email);
  const sent = app.mails.findLast((mail) => mail.to.address === client.email);
  if (!sent) throw new Error('The client has a mail');
  const publicUrl = app.instance.platform.publicUrl;
  /** With this studio's address, Message-ID and origin in the places for them. */
  const fill = (raw: string) =>
    raw
      .replaceAll('MESSAGE-ID-OF-OUR-MAIL', sent.messageId.slice(1, -1))
      .replaceAll('01a22054-a456-73aa-a434-fa2a1eafaf2c@localhost', sent.messageId.slice(1, -1))
      .replaceAll('reply+TOKEN@studio.example', to)
      .replaceAll('http://localhost:4300', publicUrl);
  return {
    ...studio,
    to,
    sent,
    publicUrl,
    /** Brings a mail, and says what became of it. */
    deliver: async (raw: Buffer | string, envelopeFrom = client.email): Promise<MailFate> => {
      const count = (await studio.messages()).length;
      const bytes = Buffer.from(fill(Buffer.from(raw).toString('latin1')), 'latin1');
      const answer = await bring(port, bytes, { from: envelopeFrom, to });
      if (!answer.startsWith('250')) throw new Error(answer);
      await app.whenIdle();
      const [mail] = (await studio.list()).items;
      const messages = await studio.messages();
      const last = messages.length > count ? messages.at(-1) : undefined;
      const { items } = (await owner.call(api.listBouncedAddresses, {})).body;
      for (const { id } of items) await owner.call(api.clearBouncedAddress, { params: { id } });
      return {
        state: mail?.state ?? 'none',
        reason: mail?.reason ?? null,
        body: last?.body,
        folded: (last as { folded?: string | null } | undefined)?.folded,
        files: last?.files.map(({ name }) => name) ?? [],
        bounced: items.map(({ email }) => email),
      };
    },
  };
}
