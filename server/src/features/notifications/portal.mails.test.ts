import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import {
  move,
  prepareNotifications,
  queueMailsOf,
  wait,
} from '../../../test/harness/portal-notifications.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { EVENT_MAILS } from '../../product-parts.ts';
import { muteMail } from './muted-mails.repository.ts';
import { delayOf, GATHER_SECONDS } from './portal-notifications.ts';

describeAnyEngine((engine) => {
  it.each([
    ['milestone_review', 'owner', move('in_review'), '“Design” is ready for your review', 'milestones'],
    [
      'milestone_approved',
      'ada',
      move('approved', 'It’s not too blue.'),
      '“Design” is approved',
      'milestones',
    ],
    [
      'milestone_changes',
      'ada',
      move('needs_changes', 'The blue is too blue.'),
      '“Design” needs changes',
      'milestones',
    ],
    [
      'contract_sent',
      'owner',
      { kind: 'contract_sent', detail: { version: 1, hash: 'a1b2', total: 4200 } },
      'The contract for Acme · Care',
      'contract',
    ],
    [
      'contract_sent',
      'owner',
      { kind: 'contract_sent', detail: { version: 2, hash: 'a1b2', total: null } },
      'The revised contract for Acme · Care',
      'contract',
    ],
    [
      'contract_change',
      'ada',
      { kind: 'contract_change_requested', detail: { version: 1, reason: 'The blue is too blue.' } },
      'ada asked for a change to the contract',
      'contract',
    ],
  ] as const)('%s is mailed to the other side with one link to its place', async (...row) => {
    const [kind, by, event, subject, tab] = row;
    const { app, ada, owner, projectId, causeEvent, sent } = await prepareNotifications(engine);
    await using _ = app;
    await causeEvent(by === 'ada' ? ada : owner, event);
    const { timing } = EVENT_MAILS[kind];
    const delay = timing === 'gathered-after-first' ? 0 : delayOf({ timing });
    expect(await sent()).toHaveLength(delay > 0 ? 0 : 1);
    wait(app, delay);
    const mails = await sent();
    expect(mails.map((mail) => [mail.to.address, mail.subject])).toEqual([
      [by === 'ada' ? 'owner@studio.example' : 'ada@client.example', subject],
    ]);
    const place = by === 'ada' ? 'admin/portal' : 'client-portal';
    const anchor = tab === 'milestones' ? '#milestone-m1' : '#view';
    const link = `${app.instance.platform.publicUrl}/${place}/${projectId}?tab=${tab}${anchor}`;
    const [mail] = mails;
    expect(mail?.text).toContain(link);
    expect(mail?.html.split(`href="${link}"`)).toHaveLength(2);
    if (JSON.stringify(event.detail).includes('too blue')) expect(mail?.text).toContain('too blue');
    expect(mail?.unsubscribeUrl).toMatch(/\/unsubscribe\?token=/);
    const written = app.db.selectFrom('mail_outbox').select('id').where('kind', '=', `portal.${kind}`);
    expect(await written.execute()).not.toEqual([]);
    if (kind === 'contract_sent') expect(mail?.text).toMatch(/Total: (\$4,200|TBD)/);
  });

  it('a contract change request is mailed at once, and the requests after it in one mail', async () => {
    const { app, ada, causeEvent, sent } = await prepareNotifications(engine);
    await using _ = app;
    const ask = (reason: string) =>
      causeEvent(ada, { kind: 'contract_change_requested', detail: { version: 1, reason } });
    const subjects = async () => (await sent()).map(({ subject }) => subject);
    const first = 'ada asked for a change to the contract';
    await ask('The blue is too blue.');
    expect(await subjects()).toEqual([first]);
    for (let at = 1; at <= 12; at += 1) await ask(`Red ${at} is too red.`);
    expect(await subjects()).toEqual([first]);
    wait(app);
    const [, gathered, ...others] = await sent();
    expect([gathered?.subject, others]).toEqual(['ada asked for 12 changes to the contract', []]);
    for (const text of ['Red 1 is too red.', 'Red 10 is too red.', 'And 2 more requests.']) {
      expect(gathered?.text).toContain(text);
    }
    wait(app);
    await ask('The green is too green.');
    expect((await subjects()).at(-1)).toBe(first);
  });

  it('contract change requests before the first mail is written are combined in it', async () => {
    const { app, ada, projectId, notifications } = await prepareNotifications(engine);
    await using _ = app;
    const by = { accountId: ada.id, email: ada.email, side: 'client', address: '203.0.113.9' } as const;
    const due = await transaction(app.db, async (trx) => {
      for (const reason of ['The blue is too blue.', 'The red is too red.']) {
        const detail = { version: 1, reason };
        await queueMailsOf(notifications, trx, { projectId, by, kind: 'contract_change_requested', detail });
      }
      return trx.selectFrom('pending_notifications').select('due_at').orderBy('id').execute();
    });
    const [first = 0, second = 0, ...others] = due.map(({ due_at }) => Date.parse(due_at));
    expect([others, second - first]).toEqual([[], GATHER_SECONDS * 1000]);
    await notifications.whenIdle();
  });

  it('both sides are mailed an accepted contract and its record, whatever they have turned off', async () => {
    const { app, ada, causeEvent, sent } = await prepareNotifications(engine);
    await using _ = app;
    await muteMail(app.db, 'ada@client.example', 'contract_accepted', '2026-03-02T09:00:00.000Z');
    await causeEvent(ada, {
      kind: 'contract_accepted',
      detail: { version: 2, total: 4200, name: 'Ada Sample', hash: 'a1b2' },
    });
    // Both leave at once, in either order.
    const mails = (await sent()).toSorted((one, other) => one.to.address.localeCompare(other.to.address));
    expect(mails.map((mail) => [mail.to.address, mail.attachments?.[0]?.name])).toEqual([
      ['ada@client.example', 'contract.pdf'],
      ['owner@studio.example', 'contract.pdf'],
    ]);
    for (const text of ['$4,200', 'Version: 2', 'Ada Sample', 'a1b2', '2026-03-02 09:00 UTC']) {
      for (const mail of mails) expect(mail.text).toContain(text);
    }
    expect(mails.map((mail) => mail.unsubscribeUrl !== undefined)).toEqual([false, true]);
  });

  it.each([
    { kind: 'milestone_added', subject: { id: 'm', title: 'x' } },
    move('in_progress'),
    move('pending'),
    { kind: 'milestones_reordered' },
    { ...move('in_review'), studioOnly: true },
  ] as const)('%j notifies nobody', async (event) => {
    const { app, owner, causeEvent, sent } = await prepareNotifications(engine);
    await using _ = app;
    await causeEvent(owner, event);
    wait(app, 3_600);
    expect(await sent()).toEqual([]);
  });

  it('messages written within a few minutes are combined in one mail', async () => {
    const { app, ada, owner, write, sent } = await prepareNotifications(engine);
    await using _ = app;
    await write(owner, '1', 'First line\nsecond <b>line</b>');
    wait(app, 60);
    await write(owner, '2', 'And another thing');
    await write(ada, '3', 'From the client');
    expect(await sent()).toEqual([]);
    wait(app, GATHER_SECONDS - 60);
    const [toAda, ...others] = await sent();
    expect(others).toEqual([]);
    expect([toAda?.to.address, toAda?.subject]).toEqual([
      'ada@client.example',
      '2 new messages about Acme · Care',
    ]);
    expect(toAda?.text).toContain('First line\nsecond <b>line</b>\n\nAnd another thing');
    expect(toAda?.html).toContain('second &lt;b&gt;line&lt;/b&gt;');
    wait(app, 60);
    expect((await sent()).map((mail) => [mail.to.address, mail.subject])).toEqual([
      ['ada@client.example', '2 new messages about Acme · Care'],
      ['owner@studio.example', 'ada wrote about Acme · Care'],
    ]);
    wait(app, 3_600);
    expect(await sent()).toHaveLength(2);
  });

  it('files are combined in one mail, which lists them with their sizes', async () => {
    const { app, owner, causeEvent, sent } = await prepareNotifications(engine);
    await using _ = app;
    for (const title of ['logo.svg', 'a "b".pdf']) {
      await causeEvent(owner, {
        kind: 'file_added',
        subject: { id: title, title },
        detail: { size: 2048, type: 'text/plain', version: 1 },
      });
    }
    expect(await sent()).toEqual([]);
    wait(app);
    const [mail, ...others] = await sent();
    expect([mail?.subject, others.length]).toEqual(['2 new files for Acme · Care', 0]);
    expect(mail?.text).toContain('logo.svg: 2 KB\na "b".pdf: 2 KB');
  });
});
