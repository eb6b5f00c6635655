import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { costOf, mostOfCall } from '../../../test/harness/processor-time.ts';
import type { Db } from '../../platform/db/database.ts';
import { hashLine } from '../../platform/mail/own-lines.ts';
import type { IncomingMail } from '../../platform/mail-in/parse-mail.ts';
import { trimAnswer } from './own-words.ts';

/** The longest text of a mail that is read. */
const MOST = 200_000;
const full = (part: string) => part.repeat(Math.ceil(MOST / part.length)).slice(0, MOST);

const TEXTS = {
  'marks of quotes': full('> \n'),
  'nested quotes': full('> > > > a\n'),
  'short lines': full('a\n'),
  'empty lines': full('\n'),
  'lines of blanks': full(`${' '.repeat(497)}a\n`),
  'words far apart': full(`a${' '.repeat(499)}a\n`),
  'notes above quotes': full('On 1/1/2026, a wrote:\n'),
  'heads of mails': full('-----Original Message-----\nFrom: a\n'),
  labels: full('a: b\n'),
  dates: full(`On ${', '.repeat(500)}\n`),
  'links of ours in others': full('https://links.example/?url=https%3A%2F%2Fstudio.example%2Fdecide%2Fabc\n'),
  'links in links': full('https://a.example/?u=https%3A%2F%2Fb.example%2F%3Fu%3D '),
  'links of ours above nothing': `${'https://studio.example/x\n'.repeat(1_500)}${'\n'.repeat(160_000)}`,
  'quotes between nothing': full('\n\n\n> a\n\n\nSent from my iPhone\n\n'),
  'a forward': `---------- Forwarded message ---------\nFrom: a <a@b.example>\n\n${'a\n'.repeat(90_000)}`,
};

describe('trimAnswer', () => {
  it.each(Object.entries(TEXTS))('keeps this thread no longer than a call may: %s', async (_what, text) => {
    const lineKey = randomBytes(32);
    const hashes = Array.from({ length: 40 }, (_, mail) =>
      Array.from({ length: 60 }, (_, line) => hashLine(`${mail} ${line}`, lineKey)).join(''),
    );
    const trim = () =>
      trimAnswer(
        {
          db: undefined as unknown as Db,
          lineKey,
          places: { host: 'studio.example', replies: { name: 'replies', domain: 'studio.example' } },
          mark: 'Reply above this line',
          from: ['hello@studio.example'],
          listLineHashes: async () => hashes,
        },
        {
          text,
          headers: new Map(),
          from: { name: 'Ada', address: 'ada@client.example' },
        } as unknown as IncomingMail,
        'ada@client.example',
      );
    // The less of two: a collection of garbage hits one of them.
    expect(Math.min(await costOf(trim), await costOf(trim))).toBeLessThan(await mostOfCall());
  });

  it('keeps what a very long mail says', async () => {
    const lines = Array.from({ length: 9_000 }, (_, at) => `line ${at}`);
    const { text } = await trimAnswer(
      {
        db: undefined as unknown as Db,
        lineKey: randomBytes(32),
        places: { host: 'studio.example', replies: undefined },
        mark: 'Reply above this line',
        from: [],
        listLineHashes: async () => [],
      },
      { text: lines.join('\n'), headers: new Map() } as unknown as IncomingMail,
      'ada@client.example',
    );
    expect(text).toBe(lines.join('\n'));
  });
});
