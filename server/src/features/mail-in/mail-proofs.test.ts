import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { setUpMailIn } from '../../../test/harness/mail-in.ts';

const RELAYED = { MAIL_IN_RELAYS: 'loopback', MAIL_IN_TRUSTED_HOST: 'mx.studio.example' };
const NOTED = 'Authentication-Results: mx.studio.example; spf=pass; dmarc=pass';

describeAnyEngine((engine) => {
  it('security: posts nothing as the studio that its domain didn’t sign, whoever says that its server sent it', async () => {
    const { app, owner, client, domains, receive, replyAddress, messages, list } = await setUpMailIn(engine, {
      ...RELAYED,
      MAIL_IN_DIRECT: 'on',
    });
    await using _ = app;
    const to = await replyAddress('studio');
    const before = (await messages()).length;
    const forged = { from: owner.email, to, domain: null, text: 'Please pay to the new account.' };
    // As where the studio’s own mail server, which its record names, passes mails on.
    domains.records.set('studio.example', 'v=spf1 ip4:127.0.0.1 ip6:::1 -all');
    await receive(forged);
    await receive({ ...forged, headers: [NOTED] });
    expect((await list()).items.map(({ state, reason }) => [state, reason])).toEqual([
      ['quarantined', 'unproven'],
      ['quarantined', 'unproven'],
    ]);
    expect(await messages()).toHaveLength(before);
    await receive({ from: owner.email, to, text: 'Signed.' });
    expect((await messages(client)).at(-1)).toMatchObject({ body: 'Signed.', authorRole: 'owner' });
  });

  it('posts a client’s answer on the word of the host that the studio trusts, from its relays alone', async () => {
    const answer = { domain: null, headers: [NOTED], text: 'By our server' };
    const relayed = await setUpMailIn(engine, RELAYED);
    await using _relayed = relayed.app;
    await relayed.receive({
      ...answer,
      from: relayed.client.email,
      to: await relayed.replyAddress('client'),
    });
    expect((await relayed.messages()).at(-1)).toMatchObject({ body: 'By our server', byMail: 'proven' });

    const direct = await setUpMailIn(engine, { ...RELAYED, MAIL_IN_RELAYS: '192.0.2.1' });
    await using _direct = direct.app;
    await direct.receive({ ...answer, from: direct.client.email, to: await direct.replyAddress('client') });
    expect((await direct.list()).items).toMatchObject([{ state: 'quarantined', reason: 'unproven' }]);
  });
});
