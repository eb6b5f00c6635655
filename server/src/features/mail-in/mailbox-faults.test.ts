import { api } from '@atelier/domain/api.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { writeMail } from '../../../test/harness/mail-domains.ts';
import { setUpMailbox } from '../../../test/harness/mailbox.ts';
import type { Engine } from '../../platform/db/database.ts';
import { DatabaseUnavailableError } from '../../platform/db/errors.ts';
import { createLog } from '../../platform/log.ts';
import { mailboxName } from '../../platform/mail-in/imap-mailbox.ts';
import type { NewMail } from './intake.service.ts';
import { MailboxService } from './mailbox.service.ts';
import { findMailboxState } from './mailbox-positions.repository.ts';
import { ReplyAddresses } from './reply-addresses.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

type Studio = Awaited<ReturnType<typeof setUpMailbox>>;

const healthOf = async ({ owner }: Studio) => {
  const { body } = await owner.call(api.getHealth, { query: { refresh: 'true' } });
  return body.findings.find(({ id }) => id === 'mail-in');
};

/** The mailbox of a studio whose intake is in the hands of the test. */
async function setUpIntake(engine: Engine) {
  const studio = await setUpMailbox(engine);
  const { app, imap, to } = studio;
  const url = new URL(imap.url);
  const location = {
    host: url.hostname,
    port: Number(url.port),
    isSecure: false,
    mayBePlain: true,
    user: url.username,
    password: url.password,
    folder: 'INBOX',
    doneFolder: undefined,
  };
  const place = (address: string) => addresses.parse(address) ?? '';
  const addresses = new ReplyAddresses({ name: 'reply', domain: 'studio.example' }, app.secret);
  const stored: string[] = [];
  const intake = { refuse: (_mail: { text: string; place: string | null }): unknown => undefined };
  const service = new MailboxService({
    db: app.db,
    clock: app.clock,
    log: createLog('error', { write: () => undefined }),
    location,
    addresses,
    maxBytes: 1_000_000,
    ownHost: 'studio.example',
    intake: {
      store: async ({ bytes, replyAddressId }: NewMail) => {
        const text =
          Buffer.concat([...(bytes as Iterable<Uint8Array>)])
            .toString()
            .split('\r\n\r\n')[1] ?? '';
        const error = intake.refuse({ text: text.trim(), place: replyAddressId });
        if (error !== undefined) throw error;
        stored.push(text.trim());
      },
    },
  });
  return {
    ...studio,
    service,
    stored,
    intake,
    place: place(to),
    add: (text: string, at = to) => imap.add(writeMail({ from: 'ada@client.example', to: at, text })),
    state: () => findMailboxState(app.db, mailboxName(location)),
    /** How often the contents of a mail were asked for. */
    countReads: () => imap.commands.filter((command) => command.includes('BODY.PEEK[]')).length,
  };
}

describeAnyEngine((engine) => {
  it.each(['refuses', 'breaks off'] as const)(
    'a mail at which the server %s holds up no other, and is taken once it can be read',
    async (instead) => {
      const studio = await setUpMailbox(engine);
      const { stack, app, answer, poll, messages } = studio;
      await using _ = stack;
      const poison = await answer('Poison');
      poison.instead = instead;
      const behind = await answer('Behind it');
      await poll();
      await poll();
      expect((await messages()).at(-1)).toMatchObject({ body: 'Behind it' });
      expect([poison.flags.size, behind.flags.has('\\Seen')]).toEqual([0, true]);
      for (let minute = 0; minute < 5; minute += 1) {
        app.clock.advance(MINUTE);
        await poll();
      }
      expect(await healthOf(studio)).toMatchObject({
        level: 'problem',
        sentence: expect.stringContaining('can’t be taken: of 2026-11-20 08:15 UTC'),
        whatToDo: expect.stringContaining('every hour'),
      });
      delete poison.instead;
      app.clock.advance(HOUR);
      await poll();
      expect((await messages()).at(-1)).toMatchObject({ body: 'Poison' });
      app.clock.advance(MINUTE);
      expect(await healthOf(studio)).toMatchObject({ level: 'ok' });
    },
  );

  it('a mail that fails is tried with the next visit, then less and less often, and no more once it is gone', async () => {
    const { stack, app, imap, service, add, state, countReads } = await setUpIntake(engine);
    await using _ = stack;
    add('Poison').instead = 'refuses';
    const tries: number[] = [];
    for (let minute = 0; minute <= 180; minute += 1) {
      const before = countReads();
      await service.poll();
      if (countReads() > before) tries.push(minute);
      app.clock.advance(MINUTE);
    }
    expect(tries).toEqual([0, 1, 2, 5, 12, 27, 58, 118, 178]);
    expect((await state())?.position.waiting).toMatchObject([{ uid: 1, attempts: tries.length }]);
    imap.inbox.pop();
    app.clock.advance(HOUR);
    await service.poll();
    expect((await state())?.position).toMatchObject({ lastUid: 1, waiting: [] });
  });

  it('many mails that fail end a visit and hold up none behind them for long', async () => {
    const { stack, service, add, stored, state } = await setUpIntake(engine);
    await using _ = stack;
    for (let n = 0; n < 12; n += 1) add(`Poison ${n}`).instead = 'refuses';
    add('Behind them');
    await service.poll();
    expect(stored).toEqual([]);
    expect(await state()).toMatchObject({ position: { lastUid: 10 }, fault: { step: 'read' } });
    await service.poll();
    expect(stored).toEqual(['Behind them']);
  });

  it.each([
    ['the database is out of reach', new DatabaseUnavailableError(new Error('gone'))],
    ['the disk is full', new AppError('insufficient_storage', 'No space left')],
    ['the disk of the files is full', Object.assign(new Error('no space'), { code: 'ENOSPC' })],
    ['the files are out of reach', new AppError('unavailable', 'Out of reach')],
  ])('while %s no mail is blamed or passed, for however long', async (_name, error) => {
    const { stack, app, service, intake, add, stored, state } = await setUpIntake(engine);
    await using _ = stack;
    for (const text of ['One', 'Two', 'Three']) add(text);
    intake.refuse = () => error;
    const since = app.clock.now().toISOString();
    for (let hour = 0; hour < 24; hour += 1) {
      await service.poll();
      app.clock.advance(HOUR);
    }
    expect(await state()).toMatchObject({
      position: { lastUid: 0, waiting: [] },
      fault: { step: 'store', since },
    });
    intake.refuse = () => undefined;
    await service.poll();
    expect(stored).toEqual(['One', 'Two', 'Three']);
    expect(await state()).toMatchObject({ position: { lastUid: 3 }, fault: undefined });
  });

  it('a mail that can’t be stored for a reason of its own waits, and the others are taken', async () => {
    const { stack, app, service, intake, add, stored, state } = await setUpIntake(engine);
    await using _ = stack;
    for (const text of ['One', 'Odd', 'Two']) add(text);
    intake.refuse = ({ text }) => (text === 'Odd' ? new Error('Odd indeed') : undefined);
    await service.poll();
    expect(stored).toEqual(['One', 'Two']);
    expect((await state())?.position.waiting).toMatchObject([{ uid: 2, fault: 'Odd indeed' }]);
    app.clock.advance(MINUTE);
    intake.refuse = () => undefined;
    await service.poll();
    expect(stored).toEqual(['One', 'Two', 'Odd']);
  });

  it('answers of one person above their limit wait for their turn, and nobody waits with them', async () => {
    const { stack, app, service, intake, add, stored, place, replyAddress, state, countReads } =
      await setUpIntake(engine);
    await using _ = stack;
    const other = await replyAddress('studio');
    for (let n = 0; n < 4; n += 1) add(`Many ${n}`);
    add('Mine', other);
    let isLimited = true;
    intake.refuse = (mail) =>
      isLimited && mail.place === place ? new AppError('rate_limited', 'Later') : undefined;
    await service.poll();
    await service.poll();
    expect(stored).toEqual(['Mine']);
    // The first of many, and the other one: what has to wait isn't read.
    expect(countReads()).toBe(2);
    expect((await state())?.position.waiting).toMatchObject(
      [1, 2, 3, 4].map((uid) => ({ uid, attempts: 0 })),
    );
    isLimited = false;
    app.clock.advance(10 * MINUTE);
    await service.poll();
    expect(stored).toEqual(['Mine', 'Many 0', 'Many 1', 'Many 2', 'Many 3']);
  });

  it('no mail is skipped where too many wait', async () => {
    const { stack, app, service, intake, add, stored, place, replyAddress, state } =
      await setUpIntake(engine);
    await using _ = stack;
    const other = await replyAddress('studio');
    for (let n = 0; n < 305; n += 1) add(`Many ${n}`);
    add('Mine', other);
    let isLimited = true;
    intake.refuse = (mail) =>
      isLimited && mail.place === place ? new AppError('rate_limited', 'Later') : undefined;
    for (let visit = 0; visit < 3; visit += 1) await service.poll();
    expect(await state()).toMatchObject({ position: { lastUid: 300 }, fault: { step: 'read' } });
    isLimited = false;
    for (let visit = 0; visit < 3; visit += 1) {
      app.clock.advance(10 * MINUTE);
      await service.poll();
    }
    expect(new Set(stored).size).toBe(306);
    expect(stored).toHaveLength(306);
    expect(await state()).toMatchObject({ position: { lastUid: 306, waiting: [] }, fault: undefined });
  });

  it('a folder made again after a long failure is looked through from before that failure', async () => {
    const { stack, app, imap, service, add, stored } = await setUpIntake(engine);
    await using _ = stack;
    await service.poll();
    const start = app.clock.now();
    for (let day = 0; day < 40; day += 10) {
      imap.breaksBefore = 'LOGIN';
      await service.poll();
      app.clock.advance(10 * 24 * HOUR);
    }
    imap.renumber();
    add('Long ago');
    await service.poll();
    expect(stored).toEqual(['Long ago']);
    const [, day, , year] =
      /SINCE (\d+)-(\w+)-(\d+)/.exec(imap.commands.findLast((each) => each.includes('SINCE')) ?? '') ?? [];
    const from = new Date(start.getTime() - 14 * 24 * HOUR * 1000);
    expect([Number(day), Number(year)]).toEqual([from.getUTCDate(), from.getUTCFullYear()]);
  });

  it('the owner sees since when a mailbox can’t be read, and no more once it can', async () => {
    const studio = await setUpMailbox(engine);
    const { stack, imap, app, poll } = studio;
    await using _ = stack;
    const since = app.clock.now().toISOString().slice(0, 16).replace('T', ' ');
    for (let visit = 0; visit < 3; visit += 1) {
      imap.breaksBefore = 'UID SEARCH';
      await poll();
      app.clock.advance(HOUR);
    }
    expect(await healthOf(studio)).toMatchObject({
      level: 'problem',
      sentence: expect.stringContaining(`since ${since} UTC`),
      whatToDo: expect.stringContaining('mail program'),
    });
    await poll();
    app.clock.advance(MINUTE);
    expect(await healthOf(studio)).toMatchObject({ level: 'ok' });
  });

  it('answers are taken without the folder for taken ones, and moved once it is there again', async () => {
    const studio = await setUpMailbox(engine, { MAIL_IN_IMAP_DONE_FOLDER: 'Answers' });
    const { stack, imap, app, answer, poll, messages, list } = studio;
    await using _ = stack;
    imap.folders.delete('Answers');
    await answer('One');
    await answer('Two');
    await poll();
    await poll();
    expect((await messages()).slice(-2).map(({ body }) => body)).toEqual(['One', 'Two']);
    expect(imap.commands.filter((command) => command.startsWith('UID MOVE'))).toHaveLength(2);
    app.clock.advance(MINUTE);
    expect(await healthOf(studio)).toMatchObject({
      level: 'problem',
      whatToDo: expect.stringContaining('MAIL_IN_IMAP_DONE_FOLDER'),
    });
    imap.folders.set('Answers', []);
    await poll();
    expect([imap.inbox.length, imap.folders.get('Answers')?.length]).toEqual([0, 2]);
    expect((await list()).items).toHaveLength(2);
    app.clock.advance(MINUTE);
    expect(await healthOf(studio)).toMatchObject({ level: 'ok' });
  });

  it('an answer above MAIL_IN_MAX_MB stays unread in the mailbox, and the owner sees it', async () => {
    const studio = await setUpMailbox(engine, { MAIL_IN_MAX_MB: '1' });
    const { stack, imap, app, answer, poll, list } = studio;
    await using _ = stack;
    const large = await answer('x'.repeat(70).concat('\r\n').repeat(20_000));
    for (let minute = 0; minute < 4; minute += 1) {
      await poll();
      app.clock.advance(MINUTE);
    }
    expect([large.flags.size, (await list()).items.length]).toEqual([0, 0]);
    expect(imap.commands.some((command) => command.includes('BODY.PEEK[]'))).toBe(false);
    expect(await healthOf(studio)).toMatchObject({
      level: 'problem',
      sentence: expect.stringContaining('MAIL_IN_MAX_MB'),
    });
  });
});
