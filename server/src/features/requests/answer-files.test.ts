import { api } from '@atelier/domain/api.ts';
import { MAX_ANSWER_FILES, UNSENT_ANSWER_FILE_HOURS } from '@atelier/domain/requests/rules.ts';
import type { AnswerFile } from '@atelier/domain/requests/schema.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createFileScene, downloadFile, type FileScene, MB, sendFile } from '../../../test/harness/files.ts';
import { answer, ask, follow, seenBy, submitOther } from '../../../test/harness/request-scene.ts';
import type { TestUser } from '../../../test/harness/test-app.ts';
import { formWith } from '../../../test/samples/files.ts';
import { newId } from '../../platform/ids.ts';

const upload = (
  { projectId }: FileScene,
  by: TestUser,
  requestId: string,
  name = 'a.txt',
  content: string | Uint8Array<ArrayBuffer> = 'A.',
  key?: string,
) =>
  by.call(api.uploadAnswerFile, {
    params: { id: projectId, requestId },
    query: key ? { key } : {},
    body: formWith(name, content),
  });

const takeBack = ({ projectId }: FileScene, by: TestUser, requestId: string, answerFileId: string) =>
  by.call(api.deleteAnswerFile, { params: { id: projectId, requestId, answerFileId } });

/** The rows of files for requests, and the stored files that stay. */
async function count({ app }: FileScene) {
  const rows = await app.db.selectFrom('request_files').select('id').execute();
  const kept = await app.db.selectFrom('stored_files').select('key').where('drop_at', 'is', null).execute();
  return { rows: rows.length, kept: kept.length };
}

describeAnyEngine((engine) => {
  it('files wait for their answer, arrive with it in its order, and are downloads', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, projectId, app } = scene;
    const bea = await app.signIn();
    await follow(scene, bea);
    const request = await ask(scene);
    const first: AnswerFile = (await upload(scene, client, request.id, '../a.txt', 'one')).body.file;
    const second: AnswerFile = (await upload(scene, client, request.id, 'b.svg', '<svg/>')).body.file;
    expect(first).toMatchObject({ name: 'a.txt', size: 3, type: 'text/plain' });
    // Only the sender sees them before that.
    expect((await seenBy(client, projectId)).unsent.map(({ file }) => file.id)).toEqual([
      first.id,
      second.id,
    ]);
    expect((await seenBy(bea, projectId)).unsent).toEqual([]);
    const sent = await answer(client, projectId, request, { files: [second.id, first.id] });
    expect(sent.body.unsent).toEqual([]);
    const files = sent.body.items[0]?.answers[0]?.files as AnswerFile[];
    expect(files.map(({ name }) => name)).toEqual(['b.svg', 'a.txt']);
    const reply = await downloadFile(scene, files[1]);
    expect([reply.statusCode, reply.payload]).toEqual([200, 'one']);
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename=a\.txt/);
    expect(await count(scene)).toEqual({ rows: 2, kept: 2 });
    expect((await client.call(api.exportMyData)).body.requests).toMatchObject([
      { answers: [{ files: [{ name: 'b.svg' }, { name: 'a.txt' }] }] },
    ]);
  });

  it('a file is refused by the rules of files, and counts as one', async () => {
    const env = { PROJECT_FILES_MAX_MB: '3', ACCOUNT_FILES_MAX_MB: '3', UPLOAD_MAX_MB: '2' };
    const scene = await createFileScene(engine, env);
    await using _ = scene.app;
    const { client, projectId } = scene;
    const { id } = await ask(scene);
    const two = () => new Uint8Array(2 * MB);
    expect((await upload(scene, client, id, 'run.exe')).body.code).toBe('file_type_refused');
    expect((await upload(scene, client, id, 'a.png', 'no picture')).body.code).toBe('file_type_refused');
    expect((await upload(scene, client, id, 'a.txt', '')).body.code).toBe('file_empty');
    expect((await upload(scene, client, id, 'a.bin', new Uint8Array(2 * MB + 20_000))).status).toBe(413);
    expect(await count(scene)).toEqual({ rows: 0, kept: 0 });
    const key = newId();
    const sent = [
      await upload(scene, client, id, 'a.bin', two(), key),
      await upload(scene, client, id, 'a.bin', two(), key),
    ];
    expect(sent.map(({ status }) => status)).toEqual([201, 201]);
    expect(sent[0]?.body.file.id).toBe(sent[1]?.body.file.id);
    expect((await sendFile(scene, 'b.bin', two())).body.code).toBe('quota_exceeded');
    const { limits } = (await client.call(api.listFiles, { params: { id: projectId } })).body;
    expect(limits).toMatchObject({ usedBytes: 2 * MB, usedFiles: 1, account: { usedBytes: 2 * MB } });
    await takeBack(scene, client, id, sent[0]?.body.file.id ?? '');
    expect((await sendFile(scene, 'b.bin', two())).status).toBe(201);
  });

  it('an answer takes only files of its author’s for that request', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId, app } = scene;
    const bea = await app.signIn();
    await follow(scene, bea);
    const [request, other] = [await ask(scene), await ask(scene)];
    const beas = (await upload(scene, bea, request.id)).body.file.id;
    const others = (await upload(scene, client, other.id)).body.file.id;
    const own = (await upload(scene, client, request.id)).body.file.id;
    for (const id of [beas, others, newId()]) {
      const refused = await answer(client, projectId, request, { body: 'Look', files: [id] });
      expect([refused.status, refused.body.code]).toEqual([409, 'gone']);
    }
    // Nothing of a refused answer stays.
    expect((await seenBy(client, projectId)).items.every(({ answers }) => answers.length === 0)).toBe(true);
    expect((await answer(client, projectId, request, { files: [own, own] })).status).toBe(400);
    expect((await takeBack(scene, client, request.id, beas)).status).toBe(404);
    expect((await takeBack(scene, client, request.id, others)).status).toBe(404);
    expect((await answer(client, projectId, request, { files: [own] })).status).toBe(200);
    expect((await takeBack(scene, client, request.id, own)).status).toBe(404);
    // The studio sends nothing in a client's name, and no path leads to another project's request.
    expect((await upload(scene, owner, request.id)).status).toBe(403);
    const elsewhere = { ...scene, projectId: await submitOther(scene) };
    expect((await upload(elsewhere, client, request.id)).status).toBe(404);
    expect((await upload(scene, client, newId())).status).toBe(404);
    expect(await count(scene)).toEqual({ rows: 3, kept: 3 });
  });

  it('a withdrawal during an upload refuses it or comes after it, and loses no bytes', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId } = scene;
    const request = await ask(scene);
    const params = { id: projectId, requestId: request.id };
    const [sent, withdrawn] = await Promise.all([
      upload(scene, client, request.id, 'a.bin', new Uint8Array(MB)),
      owner.call(api.withdrawRequest, { params, body: { revision: 1 } }),
    ]);
    expect(withdrawn.status).toBe(200);
    expect([201, 409]).toContain(sent.status);
    const left = sent.status === 201 ? 1 : 0;
    expect(await count(scene)).toEqual({ rows: left, kept: left });
  });

  it('a withdrawn request takes no files, and an answer no more than it may', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId } = scene;
    const request = await ask(scene);
    const params = { id: projectId, requestId: request.id };
    for (let sent = 0; sent < MAX_ANSWER_FILES; sent++) {
      expect((await upload(scene, client, request.id)).status).toBe(201);
    }
    expect((await upload(scene, client, request.id)).body.code).toBe('quota_exceeded');
    const { unsent } = await seenBy(client, projectId);
    await owner.call(api.withdrawRequest, { params, body: { revision: 1 } });
    const late = await upload(scene, client, request.id);
    expect([late.status, late.body.message]).toEqual([
      409,
      'The studio has withdrawn this request: it’s no longer needed.',
    ]);
    const files = unsent.map(({ file }) => file.id);
    expect((await answer(client, projectId, request, { files })).status).toBe(409);
    // What was uploaded can still be taken back.
    expect((await takeBack(scene, client, request.id, files[0] ?? '')).status).toBe(200);
    expect(await count(scene)).toEqual({ rows: MAX_ANSWER_FILES - 1, kept: MAX_ANSWER_FILES - 1 });
  });

  it('files without an answer are deleted after a day', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, projectId, app } = scene;
    const request = await ask(scene);
    const sent = (await upload(scene, client, request.id)).body.file.id;
    await answer(client, projectId, request, { files: [sent] });
    const forgotten = (await upload(scene, client, request.id)).body.file.id;
    app.clock.advance(UNSENT_ANSWER_FILE_HOURS * 3600 - 1);
    await app.instance.jobs.runDue();
    expect(await count(scene)).toEqual({ rows: 2, kept: 2 });
    app.clock.advance(3601);
    await app.instance.jobs.runDue();
    expect(await count(scene)).toEqual({ rows: 1, kept: 1 });
    const late = await answer(client, projectId, { ...request, revision: 2 }, { files: [forgotten] });
    expect(late.status).toBe(409);
  });

  it('files go with their project and, while unsent, with their account', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId, app } = scene;
    const bea = await app.signIn();
    await follow(scene, bea);
    const request = await ask(scene);
    const sent = (await upload(scene, bea, request.id)).body.file.id;
    await answer(bea, projectId, request, { files: [sent] });
    await upload(scene, bea, request.id);
    await upload(scene, client, request.id);
    expect(await count(scene)).toEqual({ rows: 3, kept: 3 });
    expect((await bea.call(api.deleteMyAccount)).status).toBe(200);
    expect(await count(scene)).toEqual({ rows: 2, kept: 2 });
    await owner.call(api.deleteProject, { params: { id: projectId } });
    expect(await count(scene)).toEqual({ rows: 0, kept: 0 });
  });
});
