import { studio } from '@atelier/content/studio.ts';
import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import {
  move,
  prepareNotifications,
  queueMailsOf,
  wait,
} from '../../../test/harness/portal-notifications.ts';
import { createTestApp } from '../../../test/harness/test-app.ts';
import { makeSubjects } from '../../../test/samples/all-samples.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { GATHER_SECONDS } from './portal-notifications.ts';

describeEachEngine((engine) => {
  it('a notification mail omits messages that have been read, and isn’t sent without unread ones', async () => {
    const { app, owner, portal, write, sent } = await prepareNotifications(engine);
    await using _ = app;
    await write(owner, '1', 'Read');
    await write(owner, '2', 'Not read');
    portal.read.add('client 1');
    wait(app);
    const [mail] = await sent();
    expect([mail?.subject, mail?.text.includes('Not read')]).toEqual([
      `${studio.name} wrote about Acme · Care`,
      true,
    ]);
    await write(owner, '3', 'Read too');
    portal.read.add('client 3');
    wait(app);
    expect(await sent()).toHaveLength(1);
    const left = app.db.selectFrom('pending_notifications').select('id').where('kind', '=', 'message');
    expect(await left.execute()).toEqual([]);
  });

  it('a reader with the portal open is mailed only when they haven’t read in time', async () => {
    const { app, ada, owner, portal, write, sent } = await prepareNotifications(engine);
    await using _ = app;
    portal.looking.add(ada.id);
    await write(owner, '1', 'Hello');
    wait(app);
    expect(await sent()).toEqual([]);
    wait(app);
    expect(await sent()).toEqual([]);
    wait(app, 900);
    expect(await sent()).toHaveLength(1);
    await write(owner, '2', 'Are you there?');
    wait(app);
    expect(await sent()).toHaveLength(1);
    portal.looking.clear();
    wait(app);
    expect(await sent()).toHaveLength(2);
  });

  it('a notification isn’t mailed to an unconfirmed address', async () => {
    const { app, owner, causeEvent, sent } = await prepareNotifications(engine, { isConfirmed: false });
    await using _ = app;
    await causeEvent(owner, move('in_review'));
    expect(await sent()).toEqual([]);
  });

  it('a disabled kind of notification isn’t mailed, and other kinds still are', async () => {
    const { app, ada, owner, causeEvent, write, sent } = await prepareNotifications(engine);
    await using _ = app;
    await ada.call(api.setMyNotification, { body: { kind: 'message', isOn: false } });
    await write(owner, '1', 'Hello');
    await causeEvent(owner, move('in_review'));
    wait(app);
    expect((await sent()).map((mail) => mail.subject)).toEqual(['“Design” is ready for your review']);
    await ada.call(api.setMyNotification, { body: { kind: 'message', isOn: true } });
    await write(owner, '2', 'Hello again');
    wait(app);
    expect(await sent()).toHaveLength(2);
  });

  it('the owner isn’t notified of their own actions in a project of theirs', async () => {
    const { app, owner, make, sent } = await prepareNotifications(engine);
    await using _ = app;
    const { projectId } = await makeSubjects(app, owner);
    await app.db.deleteFrom('project_members').execute();
    const before = (await sent()).length;
    const own = make();
    for (const side of ['client', 'studio'] as const) {
      await transaction(app.db, (trx) =>
        queueMailsOf(own, trx, {
          projectId,
          by: { accountId: owner.id, email: owner.email, side, address: '' },
          kind: 'message_sent',
          subject: { id: side, title: 'To myself' },
        }),
      );
    }
    wait(app);
    expect(await sent()).toHaveLength(before);
  });

  it('notifications are deleted with their project, and other projects’ stay', async () => {
    const { app, ada, owner, projectId, write, sent } = await prepareNotifications(engine);
    await using _ = app;
    await write(owner, '1', 'Hello');
    await ada.call(api.deleteOwnProject, { params: { id: projectId } });
    wait(app);
    // Names only the deletion, and nothing of the content.
    expect((await sent()).map((mail) => mail.subject)).toEqual([
      'A client deleted their project: Acme · Care',
    ]);
  });

  it('one mail is written when several processes deliver at once', async () => {
    const { app, owner, make, write, causeEvent, sent } = await prepareNotifications(engine);
    await using _ = app;
    await write(owner, '1', 'Hello');
    wait(app);
    await Promise.all(Array.from({ length: 6 }, () => make().deliverDue()));
    await causeEvent(owner, move('in_review'));
    wait(app);
    await Promise.all([make().deliverDue(), make().deliverDue(), make().deliverDue()]);
    expect(await sent()).toHaveLength(2);
  });

  it('the remaining notifications are mailed later when another process has sent some of them', async () => {
    const { app, owner, portal, write, sent } = await prepareNotifications(engine);
    await using _ = app;
    await write(owner, '1', 'Mailed by another');
    await write(owner, '2', 'The rest');
    wait(app);
    portal.beforeDelivery = async () => {
      await app.db.deleteFrom('pending_notifications').where('subject_id', '=', '1').execute();
    };
    expect(await sent()).toEqual([]);
    portal.beforeDelivery = async () => {};
    wait(app);
    const [mail, ...others] = await sent();
    expect([mail?.subject, others.length]).toEqual([`${studio.name} wrote about Acme · Care`, 0]);
    expect([mail?.text.includes('The rest'), mail?.text.includes('Mailed by another')]).toEqual([
      true,
      false,
    ]);
  });

  it('a notification that can’t be mailed at once is mailed later, and the others are not held up', async () => {
    const { app, ada, owner, portal, causeEvent, sent } = await prepareNotifications(engine);
    await using _ = app;
    portal.identityAnswers = false;
    await causeEvent(owner, move('in_review'));
    wait(app);
    await causeEvent(ada, move('approved'));
    expect((await sent()).map((mail) => mail.to.address)).toEqual(['owner@studio.example']);
    portal.identityAnswers = true;
    expect(await sent()).toHaveLength(1);
    wait(app, 120);
    expect(await sent()).toHaveLength(2);
  });

  it('a notification of a kind that only another version knows waits, and the others are not held up', async () => {
    const { app, ada, owner, causeEvent, write, sent } = await prepareNotifications(engine);
    await using _ = app;
    await write(owner, '1', 'Hello');
    await app.db
      .updateTable('pending_notifications')
      .set({ kind: 'later' as 'message' })
      .execute();
    wait(app);
    await causeEvent(ada, move('approved'));
    expect((await sent()).map((mail) => mail.to.address)).toEqual(['owner@studio.example']);
    await app.db.updateTable('pending_notifications').set({ kind: 'message' }).execute();
    wait(app, 120);
    expect(await sent()).toHaveLength(2);
  });

  it('a rolled-back change notifies nobody', async () => {
    const { app, owner, projectId, notifications, sent } = await prepareNotifications(engine);
    await using _ = app;
    const failing = transaction(app.db, async (trx) => {
      await queueMailsOf(notifications, trx, {
        projectId,
        by: { accountId: owner.id, email: owner.email, side: 'studio', address: '' },
        ...move('in_review'),
      });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    wait(app);
    expect(await sent()).toEqual([]);
  });

  it('a milestone’s move and its review are mailed to the other side by the job', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn({ email: 'ada@client.example' }), await app.signInOwner()];
    const { projectId: id } = await makeSubjects(app, ada);
    await app.db.deleteFrom('pending_notifications').execute();
    const { milestone } = (
      await owner.call(api.createMilestone, { params: { id }, body: { title: 'Design', published: true } })
    ).body;
    await app.drainOutbox();
    const before = app.mails.length;
    const subjects = async () => {
      await app.drainOutbox();
      return app.mails.slice(before).map((mail) => [mail.to.address, mail.subject]);
    };
    const params = { id, milestoneId: milestone.id };
    await owner.call(api.setMilestoneStatus, { params, body: { status: 'in_review' } });
    wait(app);
    await app.instance.jobs.runDue();
    // Mails that leave together have no order.
    await app.drainOutbox();
    await ada.call(api.reviewMilestone, { params, body: { status: 'needs_changes', reason: 'Too blue.' } });
    const expected = [
      ['ada@client.example', '“Design” is ready for your review'],
      ['owner@studio.example', '“Design” needs changes'],
    ];
    expect(await subjects()).toEqual(expected);
    await ada.call(api.sendMessage, { params: { id }, body: { body: 'And one more thing' } });
    const { items } = (await owner.call(api.listMessagesAsStudio, { params: { id } })).body;
    await owner.call(api.sendMessageAsStudio, { params: { id }, body: { body: 'Sure' } });
    await owner.call(api.markMessagesReadAsStudio, { params: { id }, body: { upTo: items.at(-1)?.id } });
    app.clock.advance(GATHER_SECONDS + 30);
    await app.instance.jobs.runDue();
    // The reason is also a message, and was already mailed.
    expect(await subjects()).toEqual([
      ...expected,
      ['ada@client.example', `${studio.name} wrote about Acme · Care`],
    ]);
    expect(app.mails.at(-1)?.text).toContain('Sure');
  });
});
