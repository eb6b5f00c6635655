import { api } from '@atelier/domain/api.ts';
import { CHANGE_MINUTES } from '@atelier/domain/messages/rules.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { unreadOf } from '../../../test/harness/waiting.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import { newId } from '../../platform/ids.ts';
import { GATHER_SECONDS } from '../notifications/portal-notifications.ts';

async function setUp(app: TestApp) {
  const [ada, owner] = [await app.signIn({ username: 'ada_sample' }), await app.signInOwner()];
  const { id } = (await ada.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
  const params = { id: id as string };
  const write = async (by: TestUser, body: string, more: { replyTo?: string; key?: string } = {}) => {
    const call = by === ada ? api.sendMessage : api.sendMessageAsStudio;
    return (await by.call(call, { params, body: { body, ...more } })).body.message;
  };
  const edit = (by: TestUser, messageId: string, body: string) =>
    by.call(api.editMessage, { params: { ...params, messageId }, body: { body } });
  const remove = (by: TestUser, messageId: string) =>
    by.call(api.deleteMessage, { params: { ...params, messageId } });
  const thread = async (by: TestUser) => {
    const call = by === ada ? api.listMessages : api.listMessagesAsStudio;
    return (await by.call(call, { params })).body;
  };
  const read = (by: TestUser, upTo: string) =>
    by.call(by === ada ? api.markMessagesRead : api.markMessagesReadAsStudio, { params, body: { upTo } });
  const records = async (by: TestUser) =>
    (await by.call(api.listActivity, { params })).body.items.filter(
      ({ kind }: { kind: string }) => kind === 'message_sent',
    );
  return { ada, owner, params, write, edit, remove, thread, read, records };
}

const pastWindow = CHANGE_MINUTES * 60;

/** Collects the mails about earlier changes, then sends them. */
async function deliverMails(app: TestApp): Promise<void> {
  app.clock.advance(GATHER_SECONDS);
  await app.instance.jobs.runDue();
  await app.instance.jobs.whenIdle();
  await app.drainOutbox();
}

describeAnyEngine((engine) => {
  it('its author edits a message until five minutes have passed by the server’s clock', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, params, write, edit, thread, records } = await setUp(app);
    const message = await write(ada, 'Is it dun?');
    expect(message).toMatchObject({ changeableSeconds: 300, editedAt: null });
    app.clock.advance(pastWindow - 1);
    expect((await thread(ada)).items[0]).toMatchObject({ changeableSeconds: 1 });
    expect((await thread(owner)).items[0]).toMatchObject({ changeableSeconds: 0 });
    const edited = await edit(ada, message.id, ' Is it done? ');
    expect([edited.status, edited.body.message]).toEqual([
      200,
      expect.objectContaining({ body: 'Is it done?', editedAt: '2026-03-02T09:04:59.000Z' }),
    ]);
    expect((await thread(owner)).items).toMatchObject([
      { body: 'Is it done?', editedAt: '2026-03-02T09:04:59.000Z' },
    ]);
    expect(await records(owner)).toMatchObject([{ subject: { title: 'Is it done?' } }]);
    app.clock.advance(1);
    const late = await edit(ada, message.id, 'Too late');
    expect([late.status, late.body.code]).toEqual([409, 'invalid_transition']);
    expect(late.body.message).toBe('A message can be changed for 5 minutes. Write another one instead.');
    expect((await edit(ada, newId(), 'Nothing')).status).toBe(404);
    expect((await edit(ada, message.id, '  ')).status).toBe(400);
    await owner.call(api.archiveProject, { params });
    expect((await edit(ada, message.id, 'Closed')).body.code).toBe('project_closed');
  });

  it('only the person who wrote a message changes it', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, write, edit, remove } = await setUp(app);
    const [adas, studios] = [await write(ada, 'Mine'), await write(owner, 'Ours')];
    const eve = await app.signIn();
    for (const change of [edit, remove]) {
      expect((await change(ada, studios.id, 'x')).status).toBe(403);
      expect((await change(owner, adas.id, 'x')).status).toBe(403);
      expect((await change(eve, adas.id, 'x')).status).toBe(404);
    }
    expect((await edit(owner, studios.id, 'Ours, edited')).status).toBe(200);
    expect((await remove(owner, studios.id)).status).toBe(200);
    const noted = (await owner.call(api.listAdminActions)).body.items;
    expect(noted.slice(0, 2).map((row: { says: string; item: unknown }) => [row.says, row.item])).toEqual([
      ['deleted a message of Acme · Care', { kind: 'message', id: studios.id, title: null }],
      ['edited a message of Acme · Care', { kind: 'message', id: studios.id, title: null }],
    ]);
  });

  it('a deleted message goes without a trace only if nobody can have seen it', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, write, remove, thread, read, records } = await setUp(app);
    const unseen = await write(ada, 'Never mind');
    await remove(ada, unseen.id);
    expect([(await thread(owner)).items, await records(ada)]).toEqual([[], []]);
    expect((await remove(ada, unseen.id)).status).toBe(404);

    const seen = await write(ada, 'Seen');
    await read(owner, seen.id);
    await remove(ada, seen.id);
    const line = { body: '', isDeleted: true, changeableSeconds: 0, files: [] };
    expect((await thread(owner)).items).toMatchObject([{ id: seen.id, ...line }]);
    expect(await records(owner)).toMatchObject([{ subject: { title: '' } }]);
    expect(JSON.stringify(await app.db.selectFrom('messages').selectAll().execute())).not.toContain('Seen');

    const mailed = await write(ada, 'Mailed');
    await deliverMails(app);
    await remove(ada, mailed.id);
    expect((await thread(owner)).items.at(-1)).toMatchObject({ id: mailed.id, ...line });
    const again = await remove(ada, mailed.id);
    expect([again.status, again.body.message]).toEqual([404, 'This message has been deleted.']);
  });

  it('a queued mail carries the current words of an edited message, and nothing of a deleted one', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, write, edit, remove } = await setUp(app);
    await owner.call(api.getMe);
    await deliverMails(app);
    const before = app.mails.length;
    const first = await write(owner, 'Old words');
    const second = await write(owner, 'Regretted');
    await write(owner, 'Kept');
    await edit(owner, first.id, 'New words');
    await remove(owner, second.id);
    await deliverMails(app);
    const [mail, ...more] = app.mails.slice(before);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/New words[\s\S]*Kept/);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/Old words|Regretted/);
    expect(mail?.subject).toContain('2 new messages');
    // All that was gathered is deleted: no mail.
    const alone = await write(owner, 'Alone');
    await remove(owner, alone.id);
    await deliverMails(app);
    expect(app.mails.slice(before)).toHaveLength(1);
    expect(mail?.to.address).toBe(ada.email);
  });

  it('a deleted message is no longer unread, nor waits for an answer', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, params, write, remove, thread, read } = await setUp(app);
    const waiting = async () => (await owner.call(api.getOverview)).body.waiting.answers;
    const unread = async () =>
      (await owner.call(api.countUnreadAsStudio, { query: { projects: params.id } })).body.items;
    const first = await write(ada, 'First');
    app.clock.advance(60);
    const second = await write(ada, 'Second');
    // The studio has said that the first needs no answer; the second one asked for one again.
    await remove(ada, second.id);
    await owner.call(api.noteAnswer, { params, body: { answer: 'not_needed', upTo: first.id } });
    const third = await write(ada, 'Third');
    expect(await waiting()).toMatchObject([{ preview: 'Third', upTo: third.id }]);
    await remove(ada, third.id);
    expect([(await thread(owner)).answer, await waiting()]).toEqual(['not_needed', []]);
    expect(await unread()).toEqual([{ projectId: params.id, unread: 1 }]);
    await owner.call(api.noteAnswer, { params, body: { answer: 'needed', upTo: first.id } });

    // Without the first, the client waits since the next.
    const fourth = await write(ada, 'Fourth');
    await remove(ada, first.id);
    expect(await waiting()).toMatchObject([
      { preview: 'Fourth', upTo: fourth.id, since: '2026-03-02T09:01:00.000Z' },
    ]);
    // An answer that is taken back is none.
    const answer = await write(owner, 'Answer');
    expect(await waiting()).toEqual([]);
    await read(ada, answer.id);
    await remove(owner, answer.id);
    expect(await waiting()).toMatchObject([{ preview: 'Fourth' }]);
    expect(await unreadOf(ada, params.id)).toEqual([]);
    // The line of a deleted message is no newer message that the studio hasn't seen.
    const fifth = await write(ada, 'Fifth');
    await read(owner, fifth.id);
    await remove(ada, fifth.id);
    const noted = await owner.call(api.noteAnswer, {
      params,
      body: { answer: 'not_needed', upTo: fourth.id },
    });
    expect(noted.status).toBe(200);
    await remove(ada, fourth.id);
    expect((await thread(owner)).answer).toBeNull();
  });

  it('a reply shows the beginning of what it answers, wherever that is in the thread', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, params, write, edit, remove, thread } = await setUp(app);
    const asked = await write(ada, 'Which of the\ntwo logos?');
    const key = newId();
    const reply = await write(owner, 'The round one.', { replyTo: asked.id, key });
    const quote = { id: asked.id, authorRole: 'client', authorName: 'ada_sample', isDeleted: false };
    expect(reply.replyTo).toEqual({ ...quote, excerpt: 'Which of the two logos?' });
    const page = await ada.call(api.listMessages, { params, query: { limit: 1 } });
    expect(page.body.items).toMatchObject([{ replyTo: { excerpt: 'Which of the two logos?' } }]);
    // Sent again with the same key it is the same message; to another one it is a different message.
    expect((await write(owner, 'The round one.', { replyTo: asked.id, key })).id).toBe(reply.id);
    const body = { body: 'The round one.', key };
    expect((await owner.call(api.sendMessageAsStudio, { params, body })).status).toBe(409);

    await edit(ada, asked.id, 'Which logo?');
    expect((await thread(owner)).items[1]?.replyTo?.excerpt).toBe('Which logo?');
    await remove(ada, asked.id);
    expect((await thread(owner)).items).toMatchObject([
      { isDeleted: true },
      { replyTo: { id: asked.id, excerpt: '', isDeleted: true } },
    ]);
    const late = await owner.call(api.sendMessageAsStudio, {
      params,
      body: { body: 'Sorry?', replyTo: asked.id },
    });
    expect([late.status, late.body.code]).toEqual([409, 'gone']);
    const elsewhere = { ...sampleBrief, goals: 'Another' };
    const other = (await ada.call(api.submitOnboarding, { body: { final: elsewhere } })).body.id;
    const across = await ada.call(api.sendMessage, {
      params: { id: other },
      body: { body: 'Across', replyTo: reply.id },
    });
    expect(across.status).toBe(409);
  });

  it('a reason for changes stays as it is, because the milestone’s record has it too', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, params, edit, remove, thread } = await setUp(app);
    const body = { title: 'Home page', published: true };
    const made = await owner.call(api.createMilestone, { params, body });
    const milestone = { params: { ...params, milestoneId: made.body.milestone.id } };
    for (const status of ['in_progress', 'in_review'] as const) {
      await owner.call(api.setMilestoneStatus, { ...milestone, body: { status } });
    }
    await ada.call(api.reviewMilestone, {
      ...milestone,
      body: { status: 'needs_changes', reason: 'Too loud' },
    });
    const [reason] = (await thread(ada)).items;
    expect(reason).toMatchObject({ changeableSeconds: 0 });
    const id = reason?.id ?? '';
    for (const refused of [await edit(ada, id, 'x'), await remove(ada, id)]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition']);
    }
  });
});
