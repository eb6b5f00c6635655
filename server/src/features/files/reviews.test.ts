import { api } from '@atelier/domain/api.ts';
import type { Deliverable, FileComment } from '@atelier/domain/files/schema.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import {
  createFileScene,
  deliverFile,
  type FileScene,
  listFiles,
  replaceFile,
  sendFile,
} from '../../../test/harness/files.ts';
import type { TestUser } from '../../../test/harness/test-app.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { forgetReviewer } from './reviews.repository.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const point = { page: 1, x: 2_500, y: 10_000 };

const deliver = async (scene: FileScene, name = 'home.svg', content = SVG) =>
  (await deliverFile(scene, name, content)).body.file as Deliverable;

const newVersion = (scene: FileScene, fileId: string) => replaceFile(scene, fileId, 'home.svg', SVG);

const readFile = async (scene: FileScene, by: TestUser) =>
  (await listFiles(scene, by)).body.items[0] as Deliverable;

/** The calls of a user on one file. */
function callsOn({ projectId }: FileScene, by: TestUser, fileId: string) {
  const params = { id: projectId, fileId };
  const at = (commentId: string) => ({ ...params, commentId });
  return {
    add: (body: object, version = '1') =>
      by.call(api.addFileComment, {
        params: { ...params, version },
        body: { body: 'Larger, please.', ...body },
      }),
    list: async (version = '1') =>
      (await by.call(api.listFileComments, { params: { ...params, version } })).body.items as FileComment[],
    edit: (id: string, body: string) => by.call(api.editFileComment, { params: at(id), body: { body } }),
    resolve: (id: string, resolved = true) =>
      by.call(api.resolveFileComment, { params: at(id), body: { resolved } }),
    delete: (id: string) => by.call(api.deleteFileComment, { params: at(id) }),
    approve: (version: number) => by.call(api.approveFile, { params, body: { version } }),
  };
}

const pendingMails = async ({ app }: FileScene) =>
  (await app.db.selectFrom('pending_notifications').select(['kind', 'side']).orderBy('id').execute())
    .filter(({ kind }) => kind !== 'file' && kind.startsWith('file'))
    .map(({ kind, side }) => `${kind} to ${side}`);

describeEachEngine((engine) => {
  it('comments and replies of both sides are kept with their point, author and version', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = await deliver(scene);
    const [client, owner] = [callsOn(scene, scene.client, id), callsOn(scene, scene.owner, id)];
    const pinned = await client.add({ point });
    expect([pinned.status, pinned.body.comment]).toMatchObject([
      201,
      { point, replyTo: null, from: 'client', isOwn: true, body: 'Larger, please.', resolvedAt: null },
    ]);
    const reply = await owner.add({ replyTo: pinned.body.comment.id, body: 'Done.' });
    expect(reply.body.comment).toMatchObject({ point: null, from: 'owner', isOwn: true });
    expect((await client.list()).map(({ body, isOwn }) => [body, isOwn])).toEqual([
      ['Larger, please.', true],
      ['Done.', false],
    ]);
    expect((await readFile(scene, scene.client)).review).toEqual({
      round: 1,
      comments: 1,
      open: 1,
      approval: null,
    });
    expect(await pendingMails(scene)).toEqual(['file_comment to studio', 'file_comment to client']);
  });

  it('a new version starts without comments and approval, and in the next round if the client commented', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = await deliver(scene);
    const client = callsOn(scene, scene.client, id);
    await newVersion(scene, id);
    expect((await readFile(scene, scene.client)).review?.round).toBe(1);
    await client.add({ point }, '2');
    expect((await client.approve(2)).body.file.review?.approval).toMatchObject({ at: expect.any(String) });
    await newVersion(scene, id);
    const file = await readFile(scene, scene.owner);
    expect(file.review).toEqual({ round: 2, comments: 0, open: 0, approval: null });
    expect(file.versions.map(({ review }) => [review?.comments, review?.approval !== null])).toEqual([
      [1, true],
      [0, false],
    ]);
    expect([(await client.list('2')).length, (await client.list('3')).length]).toEqual([1, 0]);
    // The studio's words use up no round of the client's.
    await callsOn(scene, scene.owner, id).add({ point }, '3');
    await newVersion(scene, id);
    expect((await readFile(scene, scene.owner)).review?.round).toBe(2);
    expect((await listFiles(scene, scene.client)).body.roundsIncluded).toBe(2);
  });

  it('the client alone approves, the newest version only, and once', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = await deliver(scene, 'notes.txt', 'text');
    await newVersion(scene, id);
    const client = callsOn(scene, scene.client, id);
    expect((await callsOn(scene, scene.owner, id).approve(2)).status).toBe(403);
    const stale = await client.approve(1);
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
    const replies = await Promise.all([client.approve(2), client.approve(2)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await pendingMails(scene)).toEqual(['file_approval to studio']);
    const own = (await sendFile(scene, 'b.txt', 'mine')).body.file as Deliverable;
    expect(own.review).toBeNull();
    expect((await callsOn(scene, scene.client, own.id).approve(1)).body.code).toBe('invalid_transition');
  });

  it('only authors change their words, and a comment with a reply stays', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = await deliver(scene);
    const [client, owner] = [callsOn(scene, scene.client, id), callsOn(scene, scene.owner, id)];
    const pin = (await client.add({ point })).body.comment.id;
    expect((await owner.edit(pin, 'Fine as it is.')).status).toBe(403);
    expect((await owner.delete(pin)).status).toBe(403);
    expect((await client.edit(pin, 'Smaller.')).body.comment).toMatchObject({
      body: 'Smaller.',
      editedAt: expect.any(String),
    });
    const reply = (await owner.add({ replyTo: pin })).body.comment.id;
    expect((await client.delete(pin)).body.code).toBe('invalid_transition');
    expect((await owner.delete(reply)).status).toBe(200);
    expect((await client.delete(pin)).status).toBe(200);
    expect((await client.delete(pin)).status).toBe(404);
    expect(await client.list()).toEqual([]);
  });

  it('either side resolves a pinned comment and opens it again', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = await deliver(scene);
    const [client, owner] = [callsOn(scene, scene.client, id), callsOn(scene, scene.owner, id)];
    const pin = (await client.add({ point })).body.comment.id;
    const reply = (await owner.add({ replyTo: pin })).body.comment.id;
    expect((await owner.resolve(reply)).body.code).toBe('invalid_transition');
    expect((await owner.resolve(pin)).body.comment.resolvedAt).not.toBeNull();
    expect((await readFile(scene, scene.client)).review).toMatchObject({ comments: 1, open: 0 });
    expect((await client.resolve(pin, false)).body.comment.resolvedAt).toBeNull();
  });

  it('a comment sent again with its key is the same comment, and another with it is refused', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = await deliver(scene);
    const client = callsOn(scene, scene.client, id);
    const key = newId();
    const [first, again] = await Promise.all([client.add({ point, key }), client.add({ point, key })]);
    expect(again.body.comment.id).toBe(first.body.comment.id);
    await client.edit(first.body.comment.id, 'Smaller.');
    expect((await client.add({ point, key })).body.comment.body).toBe('Smaller.');
    expect((await client.add({ point: { ...point, x: 1 }, key })).body.code).toBe('other_key');
    expect(await client.list()).toHaveLength(1);
  });

  it.each([
    ['without a point and what it replies to', {}],
    ['with both', { point, replyTo: newId() }],
    ['outside of the picture', { point: { ...point, x: 10_001 } }],
    ['on page 0', { point: { ...point, page: 0 } }],
    ['without words', { point, body: ' ' }],
    ['with too many words', { point, body: 'x'.repeat(2_001) }],
  ])('a comment %s is refused', async (_case, body) => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = await deliver(scene);
    const reply = await callsOn(scene, scene.client, id).add(body);
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
  });

  it('comments go only on the newest version of the studio’s pictures and PDFs', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const sent = (await sendFile(scene, 'logo.svg', SVG)).body.file as Deliverable;
    expect((await callsOn(scene, scene.client, sent.id).add({ point })).body.code).toBe('invalid_transition');
    const text = await deliver(scene, 'a.txt', 'text');
    expect((await callsOn(scene, scene.client, text.id).add({ point })).body.code).toBe('invalid_transition');
    const { id } = await deliver(scene);
    const client = callsOn(scene, scene.client, id);
    const pin = (await client.add({ point })).body.comment.id;
    const other = (await client.add({ point })).body.comment.id;
    await newVersion(scene, id);
    expect((await client.add({ point })).body.code).toBe('conflict');
    const reply = await client.add({ replyTo: pin });
    expect(reply.status).toBe(201);
    expect((await client.add({ replyTo: reply.body.comment.id })).status).toBe(404);
    expect((await client.add({ replyTo: other }, '2')).status).toBe(404);
    expect((await client.add({ point }, '3')).status).toBe(404);
  });

  it('a version has 300 comments at most', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = await deliver(scene);
    const client = callsOn(scene, scene.client, id);
    const first = (await client.add({ point })).body.comment.id;
    const row = await scene.app.db
      .selectFrom('file_comments')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: 298 }, () => ({ ...row, id: newId() }));
    await scene.app.db.insertInto('file_comments').values(more).execute();
    expect((await client.add({ point })).status).toBe(201);
    const refused = await client.add({ point });
    expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
  });

  it('an archived project shows its comments and refuses every change of them', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = await deliver(scene);
    const client = callsOn(scene, scene.client, id);
    const pin = (await client.add({ point })).body.comment.id;
    await scene.owner.call(api.archiveProject, { params: { id: scene.projectId } });
    expect(await client.list()).toHaveLength(1);
    for (const reply of [
      await client.add({ point }),
      await client.edit(pin, 'Smaller.'),
      await client.resolve(pin),
      await client.delete(pin),
      await client.approve(1),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'project_closed']);
    }
  });

  it('another client finds neither comments nor files to comment on', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = await deliver(scene);
    const pin = (await callsOn(scene, scene.client, id).add({ point })).body.comment.id;
    const stranger = callsOn(scene, await scene.app.signIn(), id);
    for (const { status } of [
      await stranger.add({ point }),
      await stranger.edit(pin, 'Mine.'),
      await stranger.resolve(pin),
      await stranger.delete(pin),
      await stranger.approve(1),
    ]) {
      expect(status).toBe(404);
    }
  });

  it('comments and approvals go with the file, and keep no name of a deleted account', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { db } = scene.app;
    const { id } = await deliver(scene);
    const client = callsOn(scene, scene.client, id);
    await client.add({ point });
    await client.approve(1);
    const exported = (await scene.client.call(api.exportMyData)).body;
    expect(exported.fileComments).toMatchObject([{ fileId: id, version: 1, body: 'Larger, please.' }]);
    expect(exported.files).toMatchObject([{ id, review: { approval: { at: expect.any(String) } } }]);
    await scene.owner.call(api.deleteFile, { params: { id: scene.projectId, fileId: id } });
    expect(await db.selectFrom('file_comments').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('file_approvals').select('version_id').execute()).toEqual([]);

    // A studio's account may be deleted while the project stays.
    const kept = await deliver(scene);
    const { comment } = (await callsOn(scene, scene.owner, kept.id).add({ point })).body;
    await callsOn(scene, scene.client, kept.id).approve(1);
    for (const account of [scene.owner, scene.client]) {
      await transaction(db, (trx) => forgetReviewer(trx, account.id, 'Former client'));
    }
    const file = await readFile(scene, scene.client);
    expect(file.review?.approval?.name).toBe('Former client');
    expect(await callsOn(scene, scene.client, kept.id).list()).toMatchObject([
      { id: comment.id, authorName: 'Former client' },
    ]);
  });
});
