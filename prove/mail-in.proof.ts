import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../server/test/harness/database.ts';
import { MailInStudio } from './harness/mail-in-studio.ts';
import { keepResult } from './harness/results.ts';
import { sized } from './harness/size.ts';
import { type Change, KILL } from './harness/without.ts';

const FOLDER = 'server/src/features/mail-in';

/** The places around the commits between an arriving mail and its message. */
const PLACES: readonly (readonly [string, Change])[] = [
  [
    'before a mail’s row is committed',
    {
      file: `${FOLDER}/intake.service.ts`,
      text: 'if (isNew) await storage.keep(trx, key);',
      instead: `if (isNew) await storage.keep(trx, key); ${KILL}`,
    },
  ],
  [
    'before a stored mail is acknowledged',
    { file: `${FOLDER}/intake.service.ts`, text: '    onStored();', instead: `    ${KILL} onStored();` },
  ],
  [
    'once a mail is claimed',
    {
      file: `${FOLDER}/reading.service.ts`,
      text: '        await this.#read(row);',
      instead: `        ${KILL} await this.#read(row);`,
    },
  ],
  [
    'once its file is stored',
    {
      file: `${FOLDER}/reading.service.ts`,
      text: '    const { text, folded } = trimmed;',
      instead: `    ${KILL} const { text, folded } = trimmed;`,
    },
  ],
  [
    'once its message is posted',
    {
      file: `${FOLDER}/reading.service.ts`,
      text: '      return { outcome: POSTED };',
      instead: `      ${KILL} return { outcome: POSTED };`,
    },
  ],
];
const TRIED = PLACES.filter((_, index) => sized({ quick: index === 1 || index === 4, full: true }));

/** Brings a mail until it is acknowledged, over the process's end, and waits until all are read. */
async function bringOver(studio: MailInStudio, text: string, change: Change, others: readonly Change[] = []) {
  const mail = await studio.write(text);
  await studio.restart([change, ...others]);
  const wasTaken = await studio.bring(mail);
  expect(await studio.ended()).toBe('SIGKILL');
  await studio.startAgain(others);
  if (!wasTaken) expect(await studio.bring(mail)).toBe(true);
  await expect
    .poll(async () => (await studio.count(text)).waiting, { timeout: 40_000, message: 'mails to be read' })
    .toBe(0);
  return studio.count(text);
}

describe('a process killed between an arriving mail and its message', () => {
  describeEachEngine((engine) => {
    it('loses no acknowledged mail and posts each once', async () => {
      await using studio = await MailInStudio.open(engine);
      for (const [name, change] of TRIED) {
        const counted = await bringOver(studio, `Killed ${name}`, change);
        expect(counted, `killed ${name}`).toEqual({ messages: 1, files: 1, waiting: 0 });
      }
      keepResult('mail-in', {
        on: engine,
        tried: `${TRIED.length} kills, each at another place between the arrival of a mail and its message`,
        outcome: 'each mail is one message with its file, brought again or not',
        control:
          'without the message’s key it is doubled, and acknowledged before it is stored it is lost (own tests)',
      });
    });

    it('is seen: a message is doubled without its key', async () => {
      await using studio = await MailInStudio.open(engine);
      const place = PLACES.find(([name]) => name === 'once its message is posted')?.[1];
      if (!place) throw new Error('The place is gone');
      const control = {
        file: `${FOLDER}/message-key.ts`,
        text: 'return uuidOf(`',
        instead: 'return uuidOf(Math.random() + `',
      };
      expect(await bringOver(studio, 'Doubled', place, [control])).toMatchObject({ messages: 2 });
    });

    it('is seen: a mail is lost that is acknowledged before it is stored', async () => {
      await using studio = await MailInStudio.open(engine);
      const [, place] = PLACES[0] ?? [];
      if (!place) throw new Error('The place is gone');
      const control = {
        file: `${FOLDER}/mail-in.feature.ts`,
        text: 'await intake.store({',
        instead: 'void intake.store({',
      };
      const slow = {
        ...place,
        instead: `await new Promise((resolve) => setTimeout(resolve, 300)); ${place.instead}`,
      };
      const mail = await studio.write('Lost');
      await studio.restart([slow, control]);
      expect(await studio.bring(mail)).toBe(true);
      expect(await studio.ended()).toBe('SIGKILL');
      await studio.startAgain();
      expect(await studio.count('Lost')).toEqual({ messages: 0, files: 0, waiting: 0 });
    });
  });
});
