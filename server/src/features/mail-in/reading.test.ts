import { api } from '@atelier/domain/api.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { bring, writeMail } from '../../../test/harness/mail-domains.ts';
import { setUpMailIn } from '../../../test/harness/mail-in.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import type { Db, Engine } from '../../platform/db/database.ts';

describeAnyEngine((engine) => {
  it('reads on for everybody else while one address’s mails wait for silent name servers', async () => {
    const { app, client, owner, receive, replyAddress, domains, list, messages, port } =
      await setUpMailIn(engine);
    await using _ = app;
    const slow = await replyAddress('client');
    const quick = await replyAddress('studio');
    const silence = domains.holdLookups('slow.example');
    for (let count = 0; count < 5; count += 1) {
      const raw = await domains.sign(writeMail({ from: 'eve@slow.example', to: slow }), 'slow.example');
      expect(await bring(port, raw, { from: 'eve@slow.example', to: slow })).toMatch(/^250/);
    }
    await silence.begun;
    const raw = await domains.sign(
      writeMail({ from: owner.email, to: quick, text: 'Meanwhile' }),
      'studio.example',
    );
    expect(await bring(port, raw, { from: owner.email, to: quick })).toMatch(/^250/);
    await expect.poll(async () => (await messages()).at(-1)?.body).toBe('Meanwhile');
    // One address has one reader, which still waits.
    expect([silence.count, (await list()).items.length]).toEqual([1, 1]);
    silence.end();
    await app.whenIdle();
    await receive({ from: client.email, to: slow, text: 'At last' });
    expect((await messages()).at(-1)?.body).toBe('At last');
  });

  it('reads what was never tried before what waited in vain, however long that is due', async () => {
    const { app, client, receive, replyAddress, domains, messages } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    domains.setSilent(true);
    for (const text of ['One', 'Two']) await receive({ from: client.email, to, text });
    domains.setSilent(false);
    app.clock.advance(61);
    const before = (await messages()).length;
    await receive({ from: client.email, to, text: 'Three' });
    expect((await messages()).slice(before).map(({ body }) => body)).toEqual(['Three', 'One', 'Two']);
  });

  it('a mail that no name server helps with waits, and is posted later', async () => {
    const { app, client, receive, replyAddress, domains, list, messages } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    domains.setSilent(true);
    await receive({ from: client.email, to, text: 'Patience' });
    expect((await list()).items).toEqual([]);
    domains.setSilent(false);
    await runJob(app, 'mail-in.read');
    expect((await list()).items).toEqual([]);
    app.clock.advance(61);
    await runJob(app, 'mail-in.read');
    expect((await messages()).at(-1)?.body).toBe('Patience');
  });

  it('a process that stops ends after the mail it is reading, and leaves the others to the next', async () => {
    const { app, client, receive, replyAddress, domains, messages } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    domains.setSilent(true);
    for (const text of ['One', 'Two']) await receive({ from: client.email, to, text });
    domains.setSilent(false);
    app.clock.advance(61);
    const before = (await messages()).length;
    domains.onLookup(() => void app.instance.handOver(0, () => {}));
    await receive({ from: client.email, to, text: 'Three' });
    expect(await messages()).toHaveLength(before + 1);
    domains.onLookup(() => void app.instance.jobs.stop());
    await runJob(app, 'mail-in.read');
    expect(await messages()).toHaveLength(before + 2);
    domains.onLookup(undefined);
    await runJob(app, 'mail-in.read');
    expect(await messages()).toHaveLength(before + 3);
  });

  it('keeps a mail for the studio when its attachment was deleted before it could be posted', async () => {
    const { app, client, owner, receive, replyAddress, list, messages } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    const before = (await messages()).length;
    const release = await loseRows(app.db, engine, 'message_files');
    const content =
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHere it is.\r\n--b\r\n' +
      'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nA\r\n--b--';
    await receive({ from: client.email, to, content });
    const [mail] = (await list()).items;
    expect(mail).toMatchObject({ state: 'quarantined', reason: 'refused' });
    expect(await messages()).toHaveLength(before);
    await release();
    const params = { id: mail?.id ?? '' };
    expect((await owner.call(api.postInboundMail, { params })).body.mail.state).toBe('posted');
    expect((await messages()).at(-1)?.files.map(({ name }) => name)).toEqual(['a.txt']);
  });
});

/** Discards every row that is inserted into a table, as if another process deleted it at once. */
async function loseRows(db: Db, engine: Engine, table: string): Promise<() => Promise<void>> {
  if (engine === 'postgres') {
    await sql`create function lose_row() returns trigger language plpgsql as
      'begin return null; end'`.execute(db);
    await sql`create trigger lose_row before insert on ${sql.table(table)}
      for each row execute function lose_row()`.execute(db);
    return async () => void (await sql`drop trigger lose_row on ${sql.table(table)}`.execute(db));
  }
  await sql`create trigger lose_row before insert on ${sql.table(table)}
    begin select raise(ignore); end`.execute(db);
  return async () => void (await sql`drop trigger lose_row`.execute(db));
}
