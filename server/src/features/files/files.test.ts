import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { api } from '@atelier/domain/api.ts';
import type { Deliverable } from '@atelier/domain/files/schema.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import {
  countFileRows,
  createFileScene,
  deliverFile,
  downloadFile,
  type FileScene,
  listFiles,
  MB,
  replaceFile,
  sendFile,
} from '../../../test/harness/files.ts';
import { createTestStore, describeEachStore } from '../../../test/harness/stores.ts';
import { makeSubjects } from '../../../test/samples/all-samples.ts';

async function fileEvents({ app }: FileScene) {
  const rows = await app.db
    .selectFrom('project_activity')
    .select(['kind', 'side', 'subject_title', 'detail'])
    .where('kind', 'in', ['file_added', 'file_replaced', 'file_deleted'])
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.kind, row.side, row.subject_title, JSON.parse(row.detail)]);
}

describeEachStore((engine, kind) => {
  it('files go both ways, and every version downloads unchanged', async () => {
    await using store = await createTestStore(kind);
    const scene = await createFileScene(engine, store.env);
    await using _ = scene.app;
    const bytes = new Uint8Array(randomBytes(3 * MB));
    const first = (await deliverFile(scene, 'design.fig', bytes)).body.file as Deliverable;
    expect(first).toMatchObject({
      from: 'owner',
      version: 1,
      name: 'design.fig',
      size: 3 * MB,
      type: 'application/octet-stream',
      versions: [],
    });
    expect((await downloadFile(scene, first)).rawPayload.equals(bytes)).toBe(true);
    const sent = (await sendFile(scene, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).body.file;
    expect(sent).toMatchObject({ from: 'client', type: 'image/svg+xml' });
    const replaced = await replaceFile(scene, first.id, 'design 2.txt', 'second');
    expect([replaced.status, replaced.body.file]).toMatchObject([
      201,
      { id: first.id, version: 2, name: 'design 2.txt', type: 'text/plain', versions: [{ version: 1 }] },
    ]);

    const { body } = await listFiles(scene, scene.client);
    expect(body.items.map((file: Deliverable) => file.name)).toEqual(['design 2.txt', 'logo.svg']);
    expect(body.limits).toMatchObject({ usedBytes: 3 * MB + 6 + sent.size, usedFiles: 3 });
    expect((await downloadFile(scene, body.items[0])).body).toBe('second');
    expect((await downloadFile(scene, body.items[0]?.versions[0])).rawPayload.equals(bytes)).toBe(true);
    expect((await listFiles(scene, scene.owner)).body.items).toEqual(body.items);
    expect(await fileEvents(scene)).toEqual([
      ['file_added', 'studio', 'design.fig', { size: 3 * MB, type: 'application/octet-stream', version: 1 }],
      ['file_added', 'client', 'logo.svg', { size: sent.size, type: 'image/svg+xml', version: 1 }],
      ['file_replaced', 'studio', 'design 2.txt', { size: 6, type: 'text/plain', version: 2 }],
    ]);
  });

  it('deleting a file deletes every version, link and byte of it', async () => {
    await using store = await createTestStore(kind);
    const scene = await createFileScene(engine, store.env);
    await using _ = scene.app;
    const { id } = (await deliverFile(scene, 'a.txt', 'one')).body.file;
    const file = (await replaceFile(scene, id, 'a.txt', 'two')).body.file as Deliverable;
    const params = { id: scene.projectId, fileId: id };
    expect((await scene.owner.call(api.deleteFile, { params })).status).toBe(200);
    for (const version of [file, ...file.versions]) {
      expect((await downloadFile(scene, version)).statusCode).toBe(404);
    }
    expect((await scene.owner.call(api.deleteFile, { params })).status).toBe(404);
    await scene.app.instance.platform.storage.sweep();
    expect(await countFileRows(scene)).toEqual({ files: 0, kept: 0, stored: 0 });
    expect((await fileEvents(scene)).at(-1)).toEqual(['file_deleted', 'studio', 'a.txt', { versions: 2 }]);
  });

  it('deleting a project deletes the bytes of its files', async () => {
    await using store = await createTestStore(kind);
    const scene = await createFileScene(engine, store.env);
    await using _ = scene.app;
    const file = (await deliverFile(scene, 'a.txt', 'one')).body.file as Deliverable;
    await sendFile(scene, 'b.txt', 'two');
    await scene.client.call(api.deleteOwnProject, { params: { id: scene.projectId } });
    expect((await downloadFile(scene, file)).statusCode).toBe(404);
    expect(await countFileRows(scene)).toEqual({ files: 0, kept: 0, stored: 2 });
    await scene.app.instance.platform.storage.sweep();
    expect(await countFileRows(scene)).toEqual({ files: 0, kept: 0, stored: 0 });
    if (kind === 'folder') {
      const left = readdirSync(`${scene.app.dataDir}/files`, { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile())).toEqual([]);
    }
  });

  it('a file of the largest size is accepted, and one byte more is refused', async () => {
    await using store = await createTestStore(kind);
    const scene = await createFileScene(engine, { ...store.env, UPLOAD_MAX_MB: '1' });
    await using _ = scene.app;
    const largest = new Uint8Array(MB);
    expect((await sendFile(scene, 'a.bin', largest)).status).toBe(201);
    const over = await sendFile(scene, 'b.bin', new Uint8Array(MB + 1));
    expect([over.status, over.body.code, over.body.error]).toEqual([
      413,
      'payload_too_large',
      'A file can be up to 1 MB.',
    ]);
    expect(await countFileRows(scene)).toEqual({ files: 1, kept: 1, stored: 1 });
    expect(readdirSync(`${scene.app.dataDir}/spool`)).toEqual([]);
  });
});

describeEachEngine((engine) => {
  it('concurrent replacements of a file each get their own version', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = (await deliverFile(scene, 'a.txt', '1')).body.file;
    const replies = await Promise.all(['2', '3', '4'].map((text) => replaceFile(scene, id, 'a.txt', text)));
    expect(replies.map(({ body }) => body.file.version).sort()).toEqual([2, 3, 4]);
    const [file] = (await listFiles(scene, scene.client)).body.items;
    expect([file?.version, file?.versions.map(({ version }) => version)]).toEqual([4, [3, 2, 1]]);
  });

  it('an archived project lists its files but refuses every change', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = (await sendFile(scene, 'a.txt', 'one')).body.file;
    await scene.owner.call(api.archiveProject, { params: { id: scene.projectId } });
    expect((await listFiles(scene, scene.client)).body.items).toHaveLength(1);
    const params = { id: scene.projectId, fileId: id };
    for (const reply of [
      await sendFile(scene, 'b.txt', 'two'),
      await deliverFile(scene, 'b.txt', 'two'),
      await scene.client.call(api.deleteOwnFile, { params }),
      await scene.owner.call(api.deleteFile, { params }),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'project_closed']);
    }
  });

  it('a client deletes only their own files, and replaces none', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const own = (await sendFile(scene, 'a.txt', 'one')).body.file;
    const studios = (await deliverFile(scene, 'b.txt', 'two')).body.file;
    const remove = (fileId: string) =>
      scene.client.call(api.deleteOwnFile, { params: { id: scene.projectId, fileId } });
    expect((await remove(studios.id)).status).toBe(403);
    expect((await replaceFile(scene, own.id, 'a.txt', 'three')).status).toBe(403);
    expect((await remove(own.id)).status).toBe(200);
    expect((await listFiles(scene, scene.client)).body.items).toMatchObject([{ id: studios.id }]);
  });

  it('a file isn’t found in another project', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { id } = (await deliverFile(scene, 'a.txt', 'one')).body.file;
    const other = { ...scene, ...(await makeSubjects(scene.app, scene.client)) };
    const params = { id: other.projectId, fileId: id };
    expect((await replaceFile(other, id, 'a.txt', 'two')).status).toBe(404);
    expect((await scene.owner.call(api.deleteFile, { params })).status).toBe(404);
    expect((await scene.client.call(api.deleteOwnFile, { params })).status).toBe(404);
    expect((await listFiles(scene, scene.client)).body.items).toMatchObject([{ id, version: 1 }]);
  });
});
