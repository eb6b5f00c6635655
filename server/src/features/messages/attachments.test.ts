import { api } from '@atelier/domain/api.ts';
import { MAX_MESSAGE_FILES, UNSENT_FILE_HOURS } from '@atelier/domain/messages/rules.ts';
import type { Message, MessageFile } from '@atelier/domain/messages/schema.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createFileScene, downloadFile, type FileScene, MB, sendFile } from '../../../test/harness/files.ts';
import type { TestUser } from '../../../test/harness/test-app.ts';
import { formWith } from '../../../test/samples/files.ts';
import { newId } from '../../platform/ids.ts';
import { GATHER_SECONDS } from '../notifications/portal-notifications.ts';

const attach = (
  { client, projectId }: FileScene,
  by: TestUser,
  name: string,
  content: string | Uint8Array<ArrayBuffer> = 'A.',
  key?: string,
) =>
  by.call(by === client ? api.attachFile : api.attachFileAsStudio, {
    params: { id: projectId },
    query: key ? { key } : {},
    body: formWith(name, content),
  });

const send = ({ client, projectId }: FileScene, by: TestUser, body: unknown) =>
  by.call(by === client ? api.sendMessage : api.sendMessageAsStudio, { params: { id: projectId }, body });

const takeBack = ({ projectId }: FileScene, by: TestUser, attachmentId: string) =>
  by.call(api.deleteAttachment, { params: { id: projectId, attachmentId } });

/** The rows of message files, and the stored files that stay. */
async function count({ app }: FileScene) {
  const rows = await app.db.selectFrom('message_files').select('id').execute();
  const kept = await app.db.selectFrom('stored_files').select('key').where('drop_at', 'is', null).execute();
  return { rows: rows.length, kept: kept.length };
}

async function deliverMails({ app }: FileScene) {
  app.clock.advance(GATHER_SECONDS);
  await app.instance.jobs.runDue();
  await app.drainOutbox();
}

describeAnyEngine((engine) => {
  it('both sides’ attachments arrive with their message, in its order, as downloads', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId } = scene;
    for (const by of [client, owner]) {
      const first: MessageFile = (await attach(scene, by, '../a.txt', 'one')).body.file;
      const second: MessageFile = (await attach(scene, by, 'b.svg', '<svg/>')).body.file;
      expect(first).toMatchObject({ name: 'a.txt', size: 3, type: 'text/plain' });
      const sent = await send(scene, by, { body: 'Look', files: [second.id, first.id] });
      expect([sent.status, sent.body.message.files.map(({ name }: MessageFile) => name)]).toEqual([
        201,
        ['b.svg', 'a.txt'],
      ]);
      const seen = (await client.call(api.listMessages, { params: { id: projectId } })).body.items.at(-1);
      expect(seen?.files.map(({ id }) => id)).toEqual([second.id, first.id]);
      const reply = await downloadFile(scene, seen?.files[1]);
      expect([reply.statusCode, reply.payload]).toEqual([200, 'one']);
      expect(reply.headers).toMatchObject({
        'content-disposition': expect.stringMatching(/^attachment; filename=a\.txt/),
        'x-content-type-options': 'nosniff',
      });
    }
    expect(await count(scene)).toEqual({ rows: 4, kept: 4 });
    // They belong to the thread, not to the deliverables.
    expect((await owner.call(api.listFiles, { params: { id: projectId } })).body.items).toEqual([]);
    const [copy] = (await client.call(api.exportMyData)).body.messages as Message[];
    expect(copy?.files).toMatchObject([{ name: 'b.svg' }, { name: 'a.txt' }]);
  });

  it('the mail about a message names its files', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, app } = scene;
    await deliverMails(scene);
    const file = (await attach(scene, owner, 'Sketch.txt')).body.file;
    await send(scene, owner, { body: 'A first sketch', files: [file.id] });
    await deliverMails(scene);
    const mail = app.mails.findLast(({ to }) => to.address === client.email);
    expect(mail?.text).toMatch(/A first sketch[\s\S]*Attached: Sketch\.txt/);
  });

  it('an attachment is refused by the rules of files, and counts as one', async () => {
    const scene = await createFileScene(engine, {
      PROJECT_FILES_MAX_MB: '3',
      ACCOUNT_FILES_MAX_MB: '3',
      UPLOAD_MAX_MB: '2',
    });
    await using _ = scene.app;
    const { client, owner, projectId } = scene;
    const two = () => new Uint8Array(2 * MB);
    for (const by of [client, owner]) {
      expect((await attach(scene, by, 'run.exe')).body.code).toBe('file_type_refused');
      expect((await attach(scene, by, 'a.png', 'no picture')).body.code).toBe('file_type_refused');
      expect((await attach(scene, by, 'a.txt', '')).body.code).toBe('file_empty');
      expect((await attach(scene, by, 'a.bin', new Uint8Array(2 * MB + 20_000))).status).toBe(413);
    }
    expect(await count(scene)).toEqual({ rows: 0, kept: 0 });
    const key = newId();
    const sent = [
      await attach(scene, client, 'a.bin', two(), key),
      await attach(scene, client, 'a.bin', two(), key),
    ];
    expect(sent.map(({ status }) => status)).toEqual([201, 201]);
    expect(sent[0]?.body.file.id).toBe(sent[1]?.body.file.id);
    expect((await sendFile(scene, 'b.bin', two())).body.code).toBe('quota_exceeded');
    expect((await attach(scene, owner, 'b.bin', two())).body.code).toBe('quota_exceeded');
    const { limits } = (await client.call(api.listFiles, { params: { id: projectId } })).body;
    expect(limits).toMatchObject({ usedBytes: 2 * MB, usedFiles: 1, account: { usedBytes: 2 * MB } });
    await takeBack(scene, client, sent[0]?.body.file.id ?? '');
    expect((await sendFile(scene, 'b.bin', two())).status).toBe(201);
  });

  it('a message takes only files of its author’s that no message has', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId, app } = scene;
    const [adas, studios] = [
      (await attach(scene, client, 'a.txt')).body.file.id,
      (await attach(scene, owner, 'b.txt')).body.file.id,
    ];
    const refusal = [409, 'An attached file is no longer here. Remove it and attach it again.'];
    const outcome = async (by: TestUser, files: string[]) => {
      const { status, body } = await send(scene, by, { body: 'Look', files });
      return [status, body.message];
    };
    expect(await outcome(client, [studios])).toEqual(refusal);
    expect(await outcome(owner, [adas])).toEqual(refusal);
    expect(await outcome(client, [newId()])).toEqual(refusal);
    // Nothing of a refused message stays.
    expect((await client.call(api.listMessages, { params: { id: projectId } })).body.items).toEqual([]);
    const many = Array.from({ length: MAX_MESSAGE_FILES + 1 }, newId);
    for (const files of [many, [adas, adas], ['x']]) {
      expect((await send(scene, client, { body: 'Look', files })).status).toBe(400);
    }
    expect((await send(scene, client, { body: ' ', files: [adas] })).status).toBe(400);
    // Two messages want the same file at once.
    const both = await Promise.all(
      ['One', 'Two'].map((body) => send(scene, client, { body, files: [adas] })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const eve = await app.signIn();
    expect((await takeBack(scene, eve, studios)).status).toBe(404);
    expect((await takeBack(scene, client, studios)).status).toBe(403);
    expect((await takeBack(scene, client, adas)).status).toBe(404);
    expect((await takeBack(scene, owner, studios)).status).toBe(200);
    expect(await count(scene)).toEqual({ rows: 1, kept: 1 });
  });

  it('a message sent again with the same key keeps its files, and other files are another message', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client } = scene;
    const key = newId();
    const id = (await attach(scene, client, 'a.txt')).body.file.id;
    const first = await send(scene, client, { body: 'Look', files: [id], key });
    const again = await send(scene, client, { body: 'Look', files: [id], key });
    expect(again.body.message).toEqual(first.body.message);
    expect((await send(scene, client, { body: 'Look', key })).status).toBe(409);
  });

  it('files without a message are deleted after a day', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, app } = scene;
    const sent = (await attach(scene, client, 'sent.txt')).body.file.id;
    const forgotten = (await attach(scene, client, 'forgotten.txt')).body.file.id;
    await send(scene, client, { body: 'Look', files: [sent] });
    app.clock.advance((UNSENT_FILE_HOURS - 1) * 3600);
    const fresh = (await attach(scene, client, 'fresh.txt')).body.file.id;
    await app.instance.jobs.runDue();
    expect(await count(scene)).toEqual({ rows: 3, kept: 3 });
    app.clock.advance(3601);
    await app.instance.jobs.runDue();
    expect(await count(scene)).toEqual({ rows: 2, kept: 2 });
    await app.instance.platform.storage.sweep();
    expect(await app.db.selectFrom('stored_files').select('key').execute()).toHaveLength(2);
    const late = await send(scene, client, { body: 'Look', files: [forgotten] });
    expect([late.status, late.body.code]).toEqual([409, 'gone']);
    expect((await send(scene, client, { body: 'Look', files: [fresh] })).status).toBe(201);
  });

  it('files go with their message, their project and, while unsent, their account', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId } = scene;
    const params = { id: projectId };
    const id = (await attach(scene, client, 'a.txt')).body.file.id;
    const { message } = (await send(scene, client, { body: 'Look', files: [id] })).body;
    await owner.call(api.markMessagesReadAsStudio, { params, body: { upTo: message.id } });
    await client.call(api.deleteMessage, { params: { ...params, messageId: message.id } });
    expect(await count(scene)).toEqual({ rows: 0, kept: 0 });
    expect((await downloadFile(scene, message.files[0])).statusCode).toBe(404);

    const other = (await attach(scene, owner, 'b.txt')).body.file.id;
    await send(scene, owner, { body: 'Look', files: [other] });
    await attach(scene, client, 'unsent.txt');
    const second = await scene.app.signIn({ roles: ['admin'] });
    await attach(scene, second, 'second.txt');
    expect(await count(scene)).toEqual({ rows: 3, kept: 3 });
    expect((await second.call(api.deleteMyAccount)).status).toBe(200);
    expect(await count(scene)).toEqual({ rows: 2, kept: 2 });
    await owner.call(api.deleteProject, { params });
    expect(await count(scene)).toEqual({ rows: 0, kept: 0 });
  });
});
