import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { ImapStandIn } from '../../../test/harness/imap-stand-in.ts';
import { writeMail } from '../../../test/harness/mail-domains.ts';
import { setUpMailIn } from '../../../test/harness/mail-in.ts';
import { setUpMailbox } from '../../../test/harness/mailbox.ts';
import { runJob } from '../../../test/harness/run-job.ts';

const unsigned = (mail: Parameters<typeof writeMail>[0]) => writeMail(mail);

describeAnyEngine((engine) => {
  it('answers are taken out of a mailbox once and marked as read; other mails stay as they are', async () => {
    const { stack, imap, answer, poll, messages, list } = await setUpMailbox(engine);
    await using _ = stack;
    const other = imap.add(unsigned({ from: 'bank@other.example', to: 'studio@mail.example' }));
    const mine = await answer('From the mailbox');
    await poll();
    await poll();
    expect((await messages()).at(-1)).toMatchObject({ body: 'From the mailbox', byMail: 'proven' });
    expect((await list()).items).toMatchObject([{ state: 'posted' }]);
    expect([mine.flags.has('\\Seen'), other.flags.size]).toEqual([true, 0]);
    expect(imap.commands.filter((command) => command.startsWith('UID FETCH'))).toHaveLength(3);
  });

  it('a folder with other numbers is looked through again, and nothing is taken twice', async () => {
    const { stack, imap, answer, poll, list } = await setUpMailbox(engine);
    await using _ = stack;
    imap.add(unsigned({ from: 'bank@other.example', to: 'studio@mail.example' }));
    await answer('One');
    await poll();
    imap.inbox.shift();
    imap.renumber();
    await answer('Two');
    await poll();
    expect((await list()).items.map(({ text }) => text)).toEqual(['Two', 'One']);
  });

  it('an answer is moved only once it is stored, whenever the connection breaks off', async () => {
    const { stack, imap, answer, poll, messages, list } = await setUpMailbox(engine, {
      MAIL_IN_IMAP_DONE_FOLDER: 'Answers',
    });
    await using _ = stack;
    await answer('Moved');
    for (const command of ['LOGIN', 'SELECT', 'UID SEARCH', 'UID FETCH']) {
      imap.breaksBefore = command;
      await poll();
      expect([imap.inbox.length, (await list()).items.length], command).toEqual([1, 0]);
    }
    imap.breaksBefore = 'UID MOVE';
    await poll();
    expect((await list()).items).toMatchObject([{ state: 'posted' }]);
    await answer('Next');
    await poll();
    expect((await messages()).slice(-2).map(({ body }) => body)).toEqual(['Moved', 'Next']);
    expect((await list()).items).toHaveLength(2);
    // The first was moved by the next visit.
    expect([imap.inbox.length, imap.folders.get('Answers')?.length]).toEqual([0, 2]);
  });

  it('an answer that can’t be stored stays in the mailbox as it is', async () => {
    const { app, stack, imap, answer, poll, list } = await setUpMailbox(engine);
    await using _ = stack;
    app.reachReserve();
    await answer('No room');
    await poll();
    expect((await list()).items).toEqual([]);
    expect(imap.inbox[0]?.flags.size).toBe(0);
  });

  it('what the mailbox’s own server found out counts, and nothing that a sender wrote in its name', async () => {
    const trusted = 'mx.mail.example';
    const { stack, imap, to, client, poll, list } = await setUpMailbox(engine, {
      MAIL_IN_TRUSTED_HOST: trusted,
    });
    await using _ = stack;
    const results = (host: string, dmarc: string) => `Authentication-Results: ${host}; dmarc=${dmarc}`;
    const add = (text: string, headers: string[]) =>
      imap.add(unsigned({ from: client.email, to, text, headers }));
    const first = add('Passed', []);
    first.raw = `${results(trusted, 'pass')}\r\n${first.raw}`;
    const forged = add('Forged', [results(trusted, 'pass')]);
    forged.raw = `${results(trusted, 'fail')}\r\n${forged.raw}`;
    const stranger = add('Another host', []);
    stranger.raw = `${results('mx.other.example', 'pass')}\r\n${stranger.raw}`;
    await poll();
    expect((await list()).items.map(({ text, state }) => [text, state])).toEqual([
      ['Another host', 'quarantined'],
      ['Forged', 'quarantined'],
      ['Passed', 'posted'],
    ]);
  });

  it('a mailbox that refuses the password takes nothing, and no setting with it stops the rest', async () => {
    await using imap = await ImapStandIn.start();
    const { app, poll, list } = await (async () => {
      const studio = await setUpMailIn(engine, {
        MAIL_IN_PORT: '',
        MAIL_IN_IMAP_URL: imap.url.replace('secret', 'wrong'),
      });
      return { ...studio, poll: () => runJob(studio.app, 'mail-in.poll') };
    })();
    await using _ = app;
    await poll();
    expect((await list()).isOn).toBe(true);
    expect(imap.commands.some((command) => command.startsWith('SELECT'))).toBe(false);
  });
});
