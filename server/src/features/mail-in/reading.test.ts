import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { setUpMailIn } from '../../../test/harness/mail-in.ts';
import { runJob } from '../../../test/harness/run-job.ts';

describeEachEngine((engine) => {
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
