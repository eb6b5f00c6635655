import { isIP } from 'node:net';
import { parseEmailAddress } from '@atelier/domain/email-address.ts';
import { bech32 } from '@scure/base';
import { z } from 'zod';
import type { Keep } from './features/backups/retention.ts';
import type { TimeOfDay } from './features/backups/schedule.ts';
import { isLoopbackName } from './platform/http/client.ts';
import type { MailParty } from './platform/mail/transport.ts';
import type { MailboxLocation } from './platform/mail-in/imap-mailbox.ts';

export function wholeNumber(min: number, max: number, fallback: number) {
  const range = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, range)
    .transform(Number)
    .refine((value) => value >= min && value <= max, range)
    .default(fallback);
}

const ENCODED =
  'with special characters of user and password percent-encoded: %23 for #, %2F for /, %3F for ?, %25 for %';

/** An address that is read as it is written. */
export function url(protocols: readonly string[], example: string) {
  const wrong = `must be an address like ${example}`;
  return z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      message: wrong,
      abort: true,
    })
    .refine(isReadAsWritten, { message: `${wrong}, ${ENCODED}`, abort: true });
}

/**
 * Whether an address names the server that its writer means. `/`, `?` and `#` of a password end the server's part early, and
 * `smtps://user:12#34@mail.example` is port 12 of a server named "user".
 */
function isReadAsWritten(text: string): boolean {
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  const authority = text.slice(protocol.length);
  if (!/^\/\/[^/]/.test(authority) || authority.includes('\\')) return false;
  return !hash && !`${pathname}${search}`.includes('@') && [username, password].every(isDecodable);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The path of a file or folder. Only a shell puts something else in place of ~ and $HOME. */
export const path = z
  .string()
  .refine(
    (text) => !/^~|\$[\w{]|%\w{1,100}%/.test(text),
    'must be the path itself: ~ and variables such as $HOME are not replaced here',
  );

export const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((value) => value === 'on' || value === 'true' || value === '1');

export const email = z.string().transform((text, context): string => {
  const address = parseEmailAddress(text);
  if (address !== undefined) return address;
  context.addIssue({ code: 'custom', message: 'must be an e-mail address' });
  return z.NEVER;
});

export const mailbox = z.string().transform((text, context): MailParty => {
  const parts = /^(?:"([^"<>]*)"\s*|([^"<>]*))<([^<>\s]+)>$/.exec(text);
  const address = parseEmailAddress(parts?.[3] ?? text);
  if (address === undefined) {
    context.addIssue({
      code: 'custom',
      message: 'must be an address like "Studio Name <hello@example.com>"',
    });
    return z.NEVER;
  }
  const name = (parts?.[1] ?? parts?.[2])?.trim();
  return { name: name || undefined, address };
});

/** 25 characters leave room for the part of an answer's address that says what it is about: 64 stand before the @ at most. */
const MAX_MAIL_IN_NAME = 25;

/** Where answers by mail go: an address, whose part after a "+" is free, or "*@" and a domain. */
export const mailInAddress = z.string().transform((text, context) => {
  const isWhole = text.startsWith('*@');
  const [name = '', domain] = (parseEmailAddress(isWhole ? `a${text.slice(1)}` : text) ?? '').split('@');
  if (domain && !name.includes('+') && name.length <= MAX_MAIL_IN_NAME) {
    return { name: isWhole ? '' : name, domain };
  }
  context.addIssue({
    code: 'custom',
    message: `must be an address like reply@studio.example, with up to ${MAX_MAIL_IN_NAME} characters before the @, or *@mail.studio.example`,
  });
  return z.NEVER;
});

const IMAP_EXAMPLE = 'imaps://user:password@imap.example/INBOX';

/** A mailbox: server, account, and the folder as the path. */
export const imapUrl = z.string().transform((text, context): Omit<MailboxLocation, 'doneFolder'> => {
  const wrong = () => {
    context.addIssue({
      code: 'custom',
      message: `must be an address like ${IMAP_EXAMPLE}, ${ENCODED}`,
    });
    return z.NEVER;
  };
  if (!URL.canParse(text)) return wrong();
  const address = new URL(text);
  // A # or ? of the password would end the address before the server's name.
  if (address.hash || address.search) return wrong();
  const isSecure = address.protocol === 'imaps:';
  try {
    const [user, password, folder] = [address.username, address.password, address.pathname.slice(1)].map(
      decodeURIComponent,
    );
    if ((!isSecure && address.protocol !== 'imap:') || !address.hostname || !user || !password)
      return wrong();
    return {
      host: address.hostname,
      port: Number(address.port) || (isSecure ? 993 : 143),
      isSecure,
      mayBePlain: isLoopbackName(address.hostname),
      user,
      password,
      folder: folder || 'INBOX',
    };
  } catch {
    return wrong();
  }
});

/** A port that may be left out. */
export const optionalPort = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
  .transform(Number)
  .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535')
  .optional();

/** Addresses of name servers, with a port if it isn't 53. */
export const nameServers = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (list) =>
      list.every((server) => {
        const [host = '', port = '53'] = isIP(server) ? [server] : server.split(':');
        return isIP(host) !== 0 && Number(port) > 0 && Number(port) <= 65_535;
      }),
    'must be addresses such as 9.9.9.9 or 127.0.0.1:5353, with commas',
  );

export const timeOfDay = z
  .string()
  .regex(/^([01]?\d|2[0-3]):[0-5]\d$/, 'must be a time of day like 02:30')
  .transform((text): TimeOfDay => {
    const [hour = 0, minute = 0] = text.split(':').map(Number);
    return { hour, minute };
  });

const KEEP = /^([1-9]\d{0,3})d(?: (\d{1,3})w)?(?: (\d{1,3})m)?$/;

export const keep = z
  .string()
  .regex(KEEP, 'must be days, weeks and months like 7d 5w 12m')
  .transform((text): Keep => {
    const [, days = 0, weeks = 0, months = 0] = KEEP.exec(text) ?? [];
    return { days: Number(days), weeks: Number(weeks), months: Number(months) };
  });

/** A key and its checksum, which no mistyped one has. */
const isRecipient = (text: string) => {
  try {
    const { prefix, bytes } = bech32.decodeToBytes(text);
    return prefix === 'age' && bytes.length === 32;
  } catch {
    return false;
  }
};

/** Public keys of the age format. A fault doesn't repeat the text: it may be the private key. */
export const recipients = z
  .string()
  .transform((text) => [...new Set(text.split(/[\s,]+/))])
  .refine(
    (list) => list.length <= 20 && list.every(isRecipient),
    'must be up to 20 public keys like age1…, as age-keygen prints them; the private key doesn’t belong here',
  );

/** Whether a text is an http or https address; other shapes have messages of their own. */
export function isOrigin(text: string): boolean {
  const { protocol, pathname } = new URL(text);
  return !protocol.startsWith('http') || (pathname === '/' && !/[?#]/.test(text));
}

/** Whether the address of a mail server is nothing but that; options of the mail library may follow. */
export function isMailServer(text: string): boolean {
  const { hostname, pathname } = new URL(text);
  return hostname !== '' && (pathname === '' || pathname === '/');
}

/** What no eye sees in a value, or what only a shell would have taken off; undefined if there is nothing of the kind. */
export function findStrayCharacter(value: string): string | undefined {
  // Not the two joiners, which names are written with.
  const hidden = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00A0\u2007\u202F\u3000]/u.exec(value)?.[0];
  if (hidden)
    return `must not contain U+${hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}, which can’t be seen`;
  return /^(["'`]).*\1$/.test(value)
    ? 'must not stand in quotes: they would be part of the value'
    : undefined;
}

export function isPlainAddress(text: string): boolean {
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === '';
}

/** Addresses and networks of other machines. */
export const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (list) => list.every(isAddressOrNetwork),
    'must be addresses or networks, such as 10.0.0.1,10.1.0.0/16',
  );

function isAddressOrNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, rest] = text.split('/');
  const v4 = z.ipv4().safeParse(address).success;
  if (rest !== undefined || !(v4 || z.ipv6().safeParse(address).success)) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (v4 ? 32 : 128));
}
