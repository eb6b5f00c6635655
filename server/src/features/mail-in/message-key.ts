import { createHash } from 'node:crypto';
import type { IncomingMail } from '../../platform/mail-in/parse-mail.ts';
import type { InboundMailRow } from './mail-in.table.ts';

/**
 * The same for a mail that arrives again at the same address with the same contents: a Message-ID alone is the sender's word, and
 * two mails with one are two. One without a Message-ID is known by where it is stored.
 */
export function keyOf({ messageId, text, parts }: IncomingMail, row: InboundMailRow): string {
  const contents = createHash('sha256').update(JSON.stringify(text));
  for (const { name, content } of parts)
    contents.update(JSON.stringify([name, content.length])).update(content);
  return uuidOf(`${messageId || row.id}\n${row.reply_address_id}\n${contents.digest('hex')}`);
}

/** A version 8 UUID made of a text. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
