import { describe, expect, it } from 'vitest';
import type { Engine } from '../server/src/platform/db/database.ts';
import { describeEachEngine } from '../server/test/harness/database.ts';
import { ImapStandIn } from '../server/test/harness/imap-stand-in.ts';
import { writeMail } from '../server/test/harness/mail-domains.ts';
import { Dovecot } from './harness/dovecot.ts';
import { MailInStudio } from './harness/mail-in-studio.ts';
import { keepResult } from './harness/results.ts';
import { isFull } from './harness/size.ts';
import { type Change, KILL } from './harness/without.ts';

const MAILBOX = 'server/src/platform/mail-in/imap-mailbox.ts';
const FEATURE = 'server/src/features/mail-in';
const WAIT = { timeout: 60_000, interval: 200 };
const MANY = 500;
const MANY_WAIT = { timeout: 1_200_000, interval: 2_000 };

/** Has visits follow one another at once, and pauses last seconds in place of minutes. */
const FAST: readonly Change[] = [
  {
    file: 'server/src/platform/jobs/job-runner.ts',
    text: 'const LOOK_MS = 30_000;',
    instead: 'const LOOK_MS = 100;',
  },
  {
    file: `${FEATURE}/mail-in.feature.ts`,
    text: 'everySeconds: 60, run: () => mailbox.poll()',
    instead: 'everySeconds: 1, run: () => mailbox.poll()',
  },
  {
    file: 'server/src/platform/mail-in/mailbox-position.ts',
    text: '60 * (2 ** (attempts - 1) - 1)',
    instead: 'Math.min(3, attempts)',
  },
];

const PLACES: readonly (readonly [string, Change])[] = [
  [
    'before its row is committed',
    {
      file: `${FEATURE}/intake.service.ts`,
      text: 'if (isNew) await storage.keep(trx, key);',
      instead: `if (isNew) await storage.keep(trx, key); ${KILL}`,
    },
  ],
  [
    'once it is stored',
    { file: MAILBOX, text: '      await this.#mark(uid);', instead: `      ${KILL} await this.#mark(uid);` },
  ],
  [
    'once it is marked or moved',
    {
      file: MAILBOX,
      text: '    await this.#visit.reached(this.#position);',
      instead: `    ${KILL} await this.#visit.reached(this.#position);`,
    },
  ],
];
const TRIED = isFull ? PLACES : PLACES.slice(1, 2);

/** A mail of the owner's own. */
const own = (subject: string) =>
  writeMail({ from: 'bank@other.example', to: 'studio@mail.example', subject, text: 'Your statement' });

/** As much of a mailbox as the small part needs. */
interface ProvenMailbox extends AsyncDisposable {
  env: Record<string, string>;
  add(mail: string): Promise<void>;
  /** How many mails in it are unread. */
  countUnread(): Promise<number>;
}

/** Dovecot's, or in the small part that of the server which the product's own tests have. */
async function openMailbox(): Promise<ProvenMailbox> {
  if (isFull) {
    const dovecot = await Dovecot.start();
    await dovecot.createFolder('Replies');
    await dovecot.createFolder('Answered');
    return {
      env: { MAIL_IN_IMAP_URL: dovecot.url('Replies'), NODE_EXTRA_CA_CERTS: dovecot.certificate },
      add: (mail: string) => dovecot.add('Replies', mail),
      countUnread: async () => (await dovecot.list('Replies')).filter(({ isSeen }) => !isSeen).length,
      [Symbol.asyncDispose]: () => dovecot[Symbol.asyncDispose](),
    };
  }
  const imap = await ImapStandIn.start();
  return {
    env: { MAIL_IN_IMAP_URL: imap.url },
    add: async (mail: string) => void imap.add(mail),
    countUnread: async () => imap.inbox.filter(({ flags }) => !flags.has('\\Seen')).length,
    [Symbol.asyncDispose]: () => imap[Symbol.asyncDispose](),
  };
}

async function setUpDovecot(engine: Engine, env: Record<string, string> = {}) {
  const stack = new AsyncDisposableStack();
  const dovecot = stack.use(await Dovecot.start());
  for (const name of ['Replies', 'Answered']) await dovecot.createFolder(name);
  const studio = stack.use(
    await MailInStudio.open(engine, {
      MAIL_IN_IMAP_URL: dovecot.url('Replies'),
      NODE_EXTRA_CA_CERTS: dovecot.certificate,
      ...env,
    }),
  );
  await studio.restart(FAST);
  const posted = (text: string, messages = 1) =>
    expect
      .poll(() => studio.count(text), { ...WAIT, message: `“${text}” to be posted` })
      .toEqual({ messages, files: messages, waiting: 0 });
  const listed = (folder: string, mails: readonly (readonly [string, boolean])[]) =>
    expect
      .poll(async () => (await dovecot.list(folder)).map(({ subject, isSeen }) => [subject, isSeen]), WAIT)
      .toEqual(mails);
  return { stack, dovecot, studio, posted, listed };
}

/** Waits for some more visits. */
async function visits(dovecot: Dovecot, count: number): Promise<void> {
  const before = dovecot.encryptedLogins;
  await expect.poll(() => dovecot.encryptedLogins, WAIT).toBeGreaterThanOrEqual(before + count);
}

describe('a process killed between a mail in a mailbox and its message', () => {
  describeEachEngine((engine) => {
    it('loses no mail, posts each once and marks it', async () => {
      await using mailbox = await openMailbox();
      await using studio = await MailInStudio.open(engine, mailbox.env);
      for (const [name, change] of TRIED) {
        const text = `Killed ${name}`;
        const answer = await studio.write(text);
        await studio.restart([change, ...FAST]);
        await mailbox.add(answer);
        expect(await studio.ended()).toBe('SIGKILL');
        await mailbox.add(own(`After ${text}`));
        await studio.startAgain(FAST);
        await expect.poll(() => studio.count(text), WAIT).toEqual({ messages: 1, files: 1, waiting: 0 });
      }
      await expect.poll(() => mailbox.countUnread(), WAIT).toBe(TRIED.length);
    });

    it('is seen: a mail is lost that is passed before it is stored', async () => {
      await using mailbox = await openMailbox();
      await using studio = await MailInStudio.open(engine, mailbox.env);
      const [, place] = PLACES[0] ?? [];
      if (!place) throw new Error('The place is gone');
      const control = {
        file: MAILBOX,
        text: `const visited = found ?`,
        instead: `await this.#visit.reached(passMail(this.#position, uid)); const visited = found ?`,
      };
      const answer = await studio.write('Lost');
      await studio.restart([place, control, ...FAST]);
      await mailbox.add(answer);
      expect(await studio.ended()).toBe('SIGKILL');
      await studio.startAgain(FAST);
      await mailbox.add(await studio.write('Behind it'));
      await expect.poll(async () => (await studio.count('Behind it')).messages, WAIT).toBe(1);
      // Once nothing waits to be read, the one behind it neither.
      await expect.poll(() => studio.count('Lost'), WAIT).toEqual({ messages: 0, files: 0, waiting: 0 });
    });
  });
});

if (isFull) {
  describe('a mailbox of Dovecot', () => {
    describeEachEngine((engine) => {
      it('gives each answer once, over TLS and STARTTLS, and keeps the owner’s own mails as they are', async () => {
        const { stack, dovecot, studio, posted, listed } = await setUpDovecot(engine);
        await using _ = stack;
        await dovecot.add(
          'Replies',
          own('Statement 1'),
          await studio.write('Over TLS', 'First'),
          own('Statement 2'),
        );
        await posted('Over TLS');
        const first = [
          ['Statement 1', false],
          ['First', true],
          ['Statement 2', false],
        ] as const;
        await listed('Replies', first);
        // At another port it is another mailbox, which is looked through from its beginning.
        await studio.restart(FAST, { MAIL_IN_IMAP_URL: dovecot.startTlsUrl('Replies') });
        await dovecot.add('Replies', await studio.write('Over STARTTLS', 'Second'));
        await posted('Over STARTTLS');
        await posted('Over TLS');
        await listed('Replies', [...first, ['Second', true]]);
      });

      it('has what was taken moved, and a folder made again doubles and loses nothing', async () => {
        const { stack, dovecot, studio, posted, listed } = await setUpDovecot(engine, {
          MAIL_IN_IMAP_DONE_FOLDER: 'Answered',
        });
        await using _ = stack;
        const one = await studio.write('One', 'One');
        await dovecot.add('Replies', own('Statement'), one);
        await posted('One');
        await listed('Answered', [['One', false]]);
        await listed('Replies', [['Statement', false]]);
        const before = await dovecot.uidValidity('Replies');
        await dovecot.deleteFolder('Replies');
        await visits(dovecot, 2);
        expect((await studio.readMailbox())?.fault).toMatchObject({ step: 'folder' });
        await dovecot.createFolder('Replies');
        await dovecot.add('Replies', await studio.write('Two', 'Two'), own('Statement'), one);
        expect(await dovecot.uidValidity('Replies')).not.toBe(before);
        await posted('Two');
        await listed('Replies', [['Statement', false]]);
        await posted('One');
        expect((await studio.readMailbox())?.fault).toBeUndefined();
      });

      it('holds up no answer with one that it can’t read, which is taken once it can', async () => {
        const { stack, dovecot, studio, posted, listed } = await setUpDovecot(engine);
        await using _ = stack;
        await studio.stop();
        await dovecot.add('Replies', await studio.write('Unreadable', 'Unreadable'));
        expect(dovecot.setReadable('Replies', 'Unreadable', false)).toBe(1);
        await dovecot.add('Replies', await studio.write('Behind it', 'Behind it'));
        await studio.startAgain(FAST);
        await posted('Behind it');
        await expect
          .poll(async () => (await studio.readMailbox())?.position.waiting, WAIT)
          .toMatchObject([{ uid: 1, isTaken: false, attempts: expect.any(Number) }]);
        expect(await studio.count('Unreadable')).toMatchObject({ messages: 0 });
        dovecot.setReadable('Replies', '', true);
        await posted('Unreadable');
        await listed('Replies', [
          ['Unreadable', true],
          ['Behind it', true],
        ]);
      });

      it('is seen: an answer is never taken behind one that ends each visit', async () => {
        const { stack, dovecot, studio } = await setUpDovecot(engine);
        await using _ = stack;
        await studio.stop();
        await dovecot.add('Replies', await studio.write('Unreadable', 'Unreadable'));
        dovecot.setReadable('Replies', 'Unreadable', false);
        await dovecot.add('Replies', await studio.write('Behind it', 'Behind it'));
        const text = `if (error instanceof MailboxError && error.step === 'store') throw error;`;
        await studio.startAgain([{ file: MAILBOX, text, instead: 'throw error;' }, ...FAST]);
        await visits(dovecot, 5);
        expect(await studio.count('Behind it')).toMatchObject({ messages: 0 });
      });

      it(`has ${MANY} answers taken over several visits`, async () => {
        const { stack, dovecot, studio } = await setUpDovecot(engine);
        await using _ = stack;
        await studio.stop();
        const mails: string[] = [];
        for (let n = 0; n < MANY; n += 1) mails.push(await studio.write('Many', `Answer ${n}`));
        await dovecot.add('Replies', ...mails);
        await studio.startAgain(FAST);
        await expect
          .poll(() => studio.count('Many'), { ...MANY_WAIT, message: 'many answers to be posted' })
          .toEqual({ messages: MANY, files: MANY, waiting: 0 });
        expect((await dovecot.list('Replies')).filter(({ isSeen }) => isSeen)).toHaveLength(MANY);
        keepResult('mailbox', {
          on: engine,
          tried: `Debian’s Dovecot over TLS and STARTTLS, ${MANY} answers waiting, one unreadable, a folder made again; ${TRIED.length} kills, each at another place`,
          outcome:
            'each answer is one message with its file, marked or moved; the owner’s own mails are unread as before',
          control:
            'passed before it is stored an answer is lost, and behind an unreadable one that ends each visit none is taken (own tests)',
        });
      });
    });
  });
}
