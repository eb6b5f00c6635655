import { studio } from '@atelier/content/studio.ts';
import { api } from '@atelier/domain/api.ts';
import type { Message } from '@atelier/domain/messages/schema.ts';
import { expect, it } from 'vitest';
import { createTestDatabase, describeEachEngine } from '../../../test/harness/database.ts';
import { explainQueries } from '../../../test/harness/queries/query-plans.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { unreadOf } from '../../../test/harness/waiting.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { MessageFilesService } from './message-files.service.ts';
import { countUnread, findNewestMessageId, listMessages } from './messages.repository.ts';
import { MessagesService } from './messages.service.ts';
import { listUnanswered } from './unanswered.repository.ts';

async function setUp(app: TestApp) {
  const [ada, owner] = [await app.signIn({ username: 'ada_sample' }), await app.signInOwner()];
  const { id } = (await ada.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
  return { ada, owner, id: id as string };
}

/** The service without what follows from its changes. */
function serviceOf({ db, clock, instance }: TestApp): MessagesService {
  const nothing = async () => {};
  const { storage } = instance.platform;
  return new MessagesService({
    db,
    clock,
    files: new MessageFilesService({
      db,
      clock,
      storage,
      maxBytes: 1,
      findLimits: async () => expect.unreachable('nothing is uploaded'),
    }),
    recordEvent: async () => expect.unreachable('what asks for this records its own event'),
    messagesRead: nothing,
    answerNoted: nothing,
    takeBackMail: async () => false,
    messageEdited: nothing,
    messageDeleted: nothing,
  });
}

const asClient = (person: TestUser, id: string, body: unknown, key?: string) =>
  person.call(api.sendMessage, { params: { id }, body: { body, ...(key && { key }) } });
const asStudio = (person: TestUser, id: string, body: unknown, key?: string) =>
  person.call(api.sendMessageAsStudio, { params: { id }, body: { body, ...(key && { key }) } });
const bodies = (items: { body: string }[]) => items.map((message) => message.body);

/** Concurrent calls wait for each other on PostgreSQL and follow each other on SQLite. */
describeEachEngine((engine) => {
  it('messages of both sides are kept in order, with each side’s view of the authors', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, id } = await setUp(app);
    const first = await asClient(ada, id, '  When do we start?\r\nSoon? \u0000');
    expect([first.status, first.body.message]).toEqual([
      201,
      {
        _id: expect.any(String),
        id: first.body.message._id,
        projectId: id,
        body: 'When do we start?\nSoon?',
        authorRole: 'client',
        authorName: 'ada_sample',
        authorEmail: ada.email,
        key: null,
        createdAt: '2026-03-02T09:00:00.000Z',
        editedAt: null,
        isDeleted: false,
        changeableSeconds: 300,
        replyTo: null,
        files: [],
        byMail: null,
        folded: null,
      },
    ]);
    await asStudio(owner, id, 'On Monday.');
    const forClient = (await ada.call(api.listMessages, { params: { id } })).body;
    const forStudio = (await owner.call(api.listMessagesAsStudio, { params: { id } })).body;
    expect(bodies(forClient.items)).toEqual(['When do we start?\nSoon?', 'On Monday.']);
    expect(forClient.items[1]).toMatchObject({
      authorRole: 'owner',
      authorName: studio.name,
      authorEmail: studio.email,
    });
    expect(JSON.stringify(forClient)).not.toContain(owner.email);
    expect(forStudio.items[1]).toMatchObject({ authorName: studio.name, authorEmail: owner.email });
    const activity = (await ada.call(api.listActivity, { params: { id } })).body.items;
    expect(activity.filter((each: { kind: string }) => each.kind === 'message_sent')).toHaveLength(2);
  });

  it('a message repeated with the same key is kept once', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, id } = await setUp(app);
    const key = newId();
    const sent = await Promise.all([1, 2, 3, 4].map(() => asClient(ada, id, 'Once', key)));
    expect(sent.map((reply) => reply.status)).toEqual([201, 201, 201, 201]);
    expect(new Set(sent.map((reply) => reply.body.message.id)).size).toBe(1);
    expect(sent[0]?.body.message.key).toBe(key);
    const other = await asClient(ada, id, 'Twice', key);
    expect([other.status, other.body.code]).toEqual([409, 'other_key']);
    // The same key of another sender is a different key.
    expect((await asStudio(owner, id, 'Once', key)).status).toBe(201);
    const { items } = (await ada.call(api.listMessages, { params: { id } })).body;
    expect(bodies(items)).toEqual(['Once', 'Once']);
    const rows = await app.db
      .selectFrom('project_activity')
      .select('kind')
      .where('kind', '=', 'message_sent')
      .execute();
    expect(rows).toHaveLength(2);
    // The reply was lost, and the project was closed before the sender tried again.
    await app.db.updateTable('projects').set({ status: 'archived' }).execute();
    expect((await asClient(ada, id, 'Once', key)).status).toBe(201);
    expect((await asClient(ada, id, 'Late')).body.code).toBe('project_closed');
    expect((await asStudio(owner, id, 'Late')).body.code).toBe('project_closed');
  });

  it('a long thread is paged oldest first, whatever arrives meanwhile', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, id } = await setUp(app);
    const other = (
      await ada.call(api.submitOnboarding, { body: { final: { ...sampleBrief, goals: 'Another' } } })
    ).body.id;
    for (let number = 1; number <= 7; number += 1) {
      await (number % 2 ? asClient(ada, id, `${number}`) : asStudio(owner, id, `${number}`));
      await asClient(ada, other, 'elsewhere');
    }
    const ask = async (before?: string) =>
      (await ada.call(api.listMessages, { params: { id }, query: { limit: 3, ...(before && { before }) } }))
        .body;
    const newest = await ask();
    expect([bodies(newest.items), newest.hasOlder]).toEqual([['5', '6', '7'], true]);
    await asStudio(owner, id, '8');
    const older = await ask(newest.items[0]?.id);
    expect([bodies(older.items), older.hasOlder]).toEqual([['2', '3', '4'], true]);
    const oldest = await ask(older.items[0]?.id);
    expect([bodies(oldest.items), oldest.hasOlder]).toEqual([['1'], false]);
  });

  it('each side’s unread messages are counted, and a read mark never moves back', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, id } = await setUp(app);
    const sent = [];
    for (const text of ['a', 'b', 'c']) sent.push((await asStudio(owner, id, text)).body.message.id);
    await asClient(ada, id, 'mine');
    const unread = async () => ({
      client: await unreadOf(ada, id),
      studio: (await owner.call(api.countUnreadAsStudio, { query: { projects: id } })).body.items,
    });
    expect(await unread()).toEqual({
      client: [{ projectId: id, unread: 3 }],
      studio: [{ projectId: id, unread: 1 }],
    });
    const read = async (upTo: string | undefined) =>
      (await ada.call(api.markMessagesRead, { params: { id }, body: { upTo } })).body;
    expect(await read(sent[1])).toEqual({ unread: 1, readUpTo: sent[1] });
    expect(await read(sent[0])).toEqual({ unread: 1, readUpTo: sent[1] });
    const listed = (await ada.call(api.listMessages, { params: { id } })).body;
    expect([listed.unread, listed.readUpTo]).toEqual([1, sent[1]]);
    // An id from the future doesn't mark messages yet to come.
    const all = await read('ffffffff-ffff-7fff-bfff-ffffffffffff');
    expect(all.unread).toBe(0);
    await asStudio(owner, id, 'd');
    expect((await unread()).client).toEqual([{ projectId: id, unread: 1 }]);
    // Reading doesn't change the project.
    await app.db.updateTable('projects').set({ status: 'archived' }).execute();
    const { items } = (await owner.call(api.listMessagesAsStudio, { params: { id } })).body;
    const marked = await owner.call(api.markMessagesReadAsStudio, {
      params: { id },
      body: { upTo: items.at(-1)?.id },
    });
    expect([marked.status, marked.body.unread]).toEqual([200, 0]);
  });

  it('a thread is hidden from strangers and read-only for an admin viewing as its client', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, id } = await setUp(app);
    const eve = await app.signIn();
    await asStudio(owner, id, 'For Ada alone');
    expect(await unreadOf(eve, id)).toEqual([]);
    for (const call of [api.listMessages, api.sendMessage, api.markMessagesRead]) {
      const body = { body: 'Let me in', upTo: id };
      expect((await eve.call(call, { params: { id }, body })).status).toBe(404);
    }
    expect((await owner.call(api.listMessages, { params: { id } })).body.items).toHaveLength(1);
    const adas = await ada.call(api.listMessages, { params: { id } });
    expect(adas.body).toMatchObject({ unread: 1, items: [{ authorEmail: studio.email }] });
    const view = await owner.call(api.listMessages, { params: { id }, query: { as: 'client' } });
    expect(view.body).toEqual(adas.body);
    expect((await asClient(owner, id, 'As if I were Ada')).status).toBe(403);
    expect(await unreadOf(ada, id, newId())).toEqual([{ projectId: id, unread: 1 }]);
    const many = Array.from({ length: 101 }, newId).join();
    expect((await ada.call(api.listWaiting, { query: { projects: many } })).status).toBe(400);
    expect((await ada.call(api.listWaiting, { query: { projects: 'x' } })).status).toBe(400);
  });

  it('a reason becomes a message together with its status change, or not at all', async () => {
    await using app = await createTestApp({ engine });
    const { ada, id } = await setUp(app);
    const messages = serviceOf(app);
    const by = { accountId: ada.id, email: ada.email, side: 'client', address: '192.0.2.1' } as const;
    const reason = { projectId: id, by, milestoneTitle: 'Home page', reason: 'The header is too loud.' };
    await transaction(app.db, (trx) => messages.postReason(trx, reason));
    const undone = transaction(app.db, async (trx) => {
      await messages.postReason(trx, { ...reason, reason: 'Never mind' });
      throw new Error('the milestone had moved');
    });
    await expect(undone).rejects.toThrow('the milestone had moved');
    const { items } = (await ada.call(api.listMessages, { params: { id } })).body;
    expect(bodies(items)).toEqual(['Needs changes: Home page\n\nThe header is too loud.']);
    expect(items[0]).toMatchObject({ authorRole: 'client', authorName: 'ada_sample' });
  });

  it('the studio marks a thread as needing no answer until the client writes again', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, id } = await setUp(app);
    const eve = await app.signIn();
    const note = (answer: string, upTo: string, person = owner) =>
      person.call(api.noteAnswer, { params: { id }, body: { answer, upTo } });
    const thread = async () => (await owner.call(api.listMessagesAsStudio, { params: { id } })).body.answer;
    const waiting = async () => (await owner.call(api.getOverview)).body.waiting.answers;
    expect(await thread()).toBeNull();
    expect((await note('not_needed', id)).body.message).toBe('This has been answered already.');
    const asked = (await asClient(ada, id, 'Is it done?')).body.message.id;
    app.clock.advance(60);
    const thanks = (await asClient(ada, id, 'Thank you!')).body.message.id;
    const since = '2026-03-02T09:00:00.000Z';
    expect(await waiting()).toMatchObject([{ preview: 'Thank you!', upTo: thanks, since }]);
    // A decision needs the last message to have been seen, and only the studio can make it.
    expect((await note('not_needed', asked)).body).toMatchObject({
      code: 'conflict',
      message: 'Your client has written again. Read that first.',
    });
    expect((await note('not_needed', thanks, ada)).status).toBe(403);
    expect((await note('not_needed', thanks, eve)).status).toBe(403);
    expect(await thread()).toBe('needed');
    const replies = [await note('not_needed', thanks), await note('not_needed', thanks)];
    expect(replies.map(({ status, body }) => [status, body.answer])).toEqual([
      [200, 'not_needed'],
      [200, 'not_needed'],
    ]);
    expect([await thread(), await waiting()]).toEqual(['not_needed', []]);
    // The note belongs to the studio, even when it views the client's side.
    for (const [person, query] of [
      [ada, {}],
      [owner, { as: 'client' }],
    ] as const) {
      const { body } = await person.call(api.listMessages, { params: { id }, query });
      expect(body.answer).toBeNull();
    }
    // Undone, the waiting time counts from its original start; after a new message, from that one.
    await note('needed', thanks);
    expect(await waiting()).toMatchObject([{ since }]);
    await note('not_needed', thanks);
    app.clock.advance(60);
    await asClient(ada, id, 'One more thing');
    expect(await waiting()).toMatchObject([{ preview: 'One more thing', since: '2026-03-02T09:02:00.000Z' }]);
    expect((await note('not_needed', thanks)).status).toBe(409);
    await asStudio(owner, id, 'Gladly.');
    expect([await thread(), (await note('needed', thanks)).status]).toEqual([null, 409]);
    await owner.call(api.archiveProject, { params: { id } });
    expect((await note('not_needed', thanks)).body.code).toBe('project_closed');
  });

  it('a message is in its author’s data export, and loses a deleted author’s name', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, id } = await setUp(app);
    for (let number = 1; number <= 201; number += 1) await asClient(ada, id, `${number}`);
    await asStudio(owner, id, 'Answer');
    const copy = (await ada.call(api.exportMyData)).body.messages as Message[];
    expect(copy).toHaveLength(202);
    expect(copy.at(0)).toMatchObject({ body: '3', authorEmail: ada.email });
    expect(copy.at(199)).toMatchObject({ body: 'Answer', authorEmail: studio.email });
    expect(copy.at(-1)?.body).toBe('2');
    await ada.call(api.markMessagesRead, { params: { id }, body: { upTo: copy[199]?.id } });
    const messages = serviceOf(app);
    await transaction(app.db, (trx) => messages.forgetPerson(trx, ada.id));
    const { items } = (await owner.call(api.listMessagesAsStudio, { params: { id }, query: { limit: 2 } }))
      .body;
    expect(items[0]).toMatchObject({ authorName: 'Deleted account', authorEmail: '', body: '201' });
    expect(items[1]).toMatchObject({ authorEmail: owner.email });
    expect(await app.db.selectFrom('message_reads').select('up_to').execute()).toEqual([]);
  });

  it('messages are deleted with their project', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner, id } = await setUp(app);
    const { id: upTo } = (await asStudio(owner, id, 'Hello')).body.message;
    await ada.call(api.markMessagesRead, { params: { id }, body: { upTo } });
    expect((await ada.call(api.deleteOwnProject, { params: { id } })).status).toBe(200);
    expect(await app.db.selectFrom('messages').select('id').execute()).toEqual([]);
    expect(await app.db.selectFrom('message_reads').select('up_to').execute()).toEqual([]);
  });
});

it('a thread’s page reads no more messages than it shows', async () => {
  await using database = await createTestDatabase('sqlite');
  const plans = await explainQueries(database.db, async (db) => {
    await listMessages(db, 'project', { before: 'id', limit: 50 });
    await findNewestMessageId(db, 'project');
    await countUnread(db, ['project', 'other'], { accountId: 'account', role: 'owner' });
    await listUnanswered(db, 6);
  });
  const steps = plans.map((plan) => plan.steps.join(' | '));
  expect(steps[0]).toMatch(/^SEARCH messages USING INDEX .*\(project_id=\? AND id<\?\)$/);
  expect(steps[1]).toMatch(/^SEARCH messages USING COVERING INDEX .*\(project_id=\?\)$/);
  expect(steps[2]).toMatch(/SEARCH messages USING COVERING INDEX .*\(project_id=\? AND author_role=\?/);
  expect(steps[3]).toMatch(/SEARCH unanswered_threads USING INDEX .*\(is_settled=\?\)/);
  expect(steps.join()).not.toMatch(/SCAN (messages|message_reads)|TEMP B-TREE/);
});
