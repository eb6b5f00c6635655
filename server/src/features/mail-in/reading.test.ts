import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { bring, writeMail } from '../../../test/harness/mail-domains.ts';
import { setUpMailIn } from '../../../test/harness/mail-in.ts';
import { runJob } from '../../../test/harness/run-job.ts';

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
});
