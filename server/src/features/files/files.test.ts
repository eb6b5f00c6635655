import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { api } from '@atelier/domain/api.ts';
import type { Deliverable } from '@atelier/domain/files/schema.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { formWith, makeSubjects, sampleBrief } from '../../../test/harness/sample-calls.ts';
import { createTestStore, describeEachStore } from '../../../test/harness/stores.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import type { Engine } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';

const MB = 1024 * 1024;

interface Scene {
  app: TestApp;
  owner: TestUser;
  client: TestUser;
  projectId: string;
}

/** A project of a client's without files. */
async function setScene(engine: Engine, env: Record<string, string> = {}): Promise<Scene> {
  const app = await createTestApp({ engine, env });
  const [owner, client] = [await app.signInOwner(), await app.signIn()];
  const reply = await client.call(api.submitOnboarding, { body: { final: sampleBrief } });
  return { app, owner, client, projectId: reply.body.id };
}

const send = ({ client, projectId }: Scene, name: string, content: string | Uint8Array<ArrayBuffer>) =>
  client.call(api.sendFile, { params: { id: projectId }, body: formWith(name, content) });
const deliver = ({ owner, projectId }: Scene, name: string, content: string | Uint8Array<ArrayBuffer>) =>
  owner.call(api.sendFileAsStudio, { params: { id: projectId }, body: formWith(name, content) });
const replace = ({ owner, projectId }: Scene, fileId: string, name: string, content: string) =>
  owner.call(api.replaceFile, { params: { id: projectId, fileId }, body: formWith(name, content) });
const list = ({ projectId }: Scene, by: TestUser) => by.call(api.listFiles, { params: { id: projectId } });

async function download({ app }: Scene, file: { url: string } | undefined) {
  return app.inject(new URL(file?.url ?? '').pathname);
}

async function rowsOf({ app }: Scene) {
  const files = await app.db.selectFrom('project_files').select('name').execute();
  const stored = await app.db.selectFrom('stored_files').select('drop_at').execute();
  return {
    files: files.length,
    kept: stored.filter((row) => row.drop_at === null).length,
    stored: stored.length,
  };
}

async function happenings({ app }: Scene) {
  const rows = await app.db
    .selectFrom('project_activity')
    .select(['kind', 'side', 'subject_title', 'detail'])
    .where('kind', 'in', ['file_added', 'file_replaced', 'file_deleted'])
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.kind, row.side, row.subject_title, JSON.parse(row.detail)]);
}

describeEachStore((engine, kind) => {
  it('carries files both ways, keeps what is replaced, and gives each back as it was', async () => {
    await using store = await createTestStore(kind);
    const scene = await setScene(engine, store.env);
    await using _ = scene.app;
    const bytes = new Uint8Array(randomBytes(3 * MB));
    const first = (await deliver(scene, 'design.fig', bytes)).body.file as Deliverable;
    expect(first).toMatchObject({
      from: 'owner',
      version: 1,
      name: 'design.fig',
      size: 3 * MB,
      type: 'application/octet-stream',
      versions: [],
    });
    expect((await download(scene, first)).rawPayload.equals(bytes)).toBe(true);
    const sent = (await send(scene, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).body.file;
    expect(sent).toMatchObject({ from: 'client', type: 'image/svg+xml' });
    const replaced = await replace(scene, first.id, 'design 2.txt', 'second');
    expect([replaced.status, replaced.body.file]).toMatchObject([
      201,
      { id: first.id, version: 2, name: 'design 2.txt', type: 'text/plain', versions: [{ version: 1 }] },
    ]);

    const { body } = await list(scene, scene.client);
    expect(body.items.map((file: Deliverable) => file.name)).toEqual(['design 2.txt', 'logo.svg']);
    expect(body.limits).toMatchObject({ usedBytes: 3 * MB + 6 + sent.size, usedFiles: 3 });
    expect((await download(scene, body.items[0])).body).toBe('second');
    expect((await download(scene, body.items[0]?.versions[0])).rawPayload.equals(bytes)).toBe(true);
    expect((await list(scene, scene.owner)).body.items).toEqual(body.items);
    expect(await happenings(scene)).toEqual([
      ['file_added', 'studio', 'design.fig', { size: 3 * MB, type: 'application/octet-stream', version: 1 }],
      ['file_added', 'client', 'logo.svg', { size: sent.size, type: 'image/svg+xml', version: 1 }],
      ['file_replaced', 'studio', 'design 2.txt', { size: 6, type: 'text/plain', version: 2 }],
    ]);
  });

  it('deletes with a file every version, its links at once, and its bytes', async () => {
    await using store = await createTestStore(kind);
    const scene = await setScene(engine, store.env);
    await using _ = scene.app;
    const { id } = (await deliver(scene, 'a.txt', 'one')).body.file;
    const file = (await replace(scene, id, 'a.txt', 'two')).body.file as Deliverable;
    const params = { id: scene.projectId, fileId: id };
    expect((await scene.owner.call(api.deleteFile, { params })).status).toBe(200);
    for (const version of [file, ...file.versions]) {
      expect((await download(scene, version)).statusCode).toBe(404);
    }
    expect((await scene.owner.call(api.deleteFile, { params })).status).toBe(404);
    await scene.app.instance.platform.storage.sweep();
    expect(await rowsOf(scene)).toEqual({ files: 0, kept: 0, stored: 0 });
    expect((await happenings(scene)).at(-1)).toEqual(['file_deleted', 'studio', 'a.txt', { versions: 2 }]);
  });

  it('deletes with a project the bytes of its files', async () => {
    await using store = await createTestStore(kind);
    const scene = await setScene(engine, store.env);
    await using _ = scene.app;
    const file = (await deliver(scene, 'a.txt', 'one')).body.file as Deliverable;
    await send(scene, 'b.txt', 'two');
    await scene.client.call(api.deleteOwnProject, { params: { id: scene.projectId } });
    expect((await download(scene, file)).statusCode).toBe(404);
    expect(await rowsOf(scene)).toEqual({ files: 0, kept: 0, stored: 2 });
    await scene.app.instance.platform.storage.sweep();
    expect(await rowsOf(scene)).toEqual({ files: 0, kept: 0, stored: 0 });
    if (kind === 'folder') {
      const left = readdirSync(`${scene.app.dataDir}/files`, { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile())).toEqual([]);
    }
  });

  it('takes a file of the largest size, and none with a byte more', async () => {
    await using store = await createTestStore(kind);
    const scene = await setScene(engine, { ...store.env, UPLOAD_MAX_MB: '1' });
    await using _ = scene.app;
    const largest = new Uint8Array(MB);
    expect((await send(scene, 'a.bin', largest)).status).toBe(201);
    const over = await send(scene, 'b.bin', new Uint8Array(MB + 1));
    expect([over.status, over.body.code, over.body.error]).toEqual([
      413,
      'payload_too_large',
      'A file can be up to 1 MB.',
    ]);
    expect(await rowsOf(scene)).toEqual({ files: 1, kept: 1, stored: 1 });
    expect(readdirSync(`${scene.app.dataDir}/spool`)).toEqual([]);
  });
});

describeEachEngine((engine) => {
  it.each([
    ['an empty file', 'a.txt', '', 400, 'file_empty'],
    ['a program by its name', 'setup.exe', 'harmless', 415, 'file_type_refused'],
    ['a program by its content', 'photo.dat', 'MZ\u0090\u0000\u0003\u0000', 415, 'file_type_refused'],
    ['a page that is called a picture', 'photo.png', '<html><script>1</script>', 415, 'file_type_refused'],
    ['a text that is called a document', 'contract.pdf', 'not one', 415, 'file_type_refused'],
  ])('refuses %s and leaves nothing', async (_what, name, content, status, code) => {
    const scene = await setScene(engine);
    await using _ = scene.app;
    const reply = await send(scene, name, content);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(await rowsOf(scene)).toEqual({ files: 0, kept: 0, stored: 0 });
    expect(readdirSync(`${scene.app.dataDir}/spool`)).toEqual([]);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\brief.txt', 'brief.txt'],
    ['a\u0007b\u009f.txt', 'ab.txt'],
    ['cod\u202etxt.html', 'codtxt.html'],
    [`${'n'.repeat(300)}.txt`, `${'n'.repeat(95)}….txt`],
    ['\u200b', 'Untitled file'],
    ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
  ])('cleans the name %j', async (given, kept) => {
    const scene = await setScene(engine);
    await using _ = scene.app;
    const reply = await send(scene, given, 'text');
    expect(reply.body.file.name).toBe(kept);
    const disposition = String((await download(scene, reply.body.file)).headers['content-disposition']);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
    expect(disposition).not.toMatch(/[\u0000-\u001f\u007f-\uffff]/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(kept);
  });

  it.each([
    ['a page behind comments', `<?xml version="1"?>${'<!---->'.repeat(500)}\n<HTML>`, 'text/html'],
    ['a page by its document type', '<!doctype\n html><p>', 'text/html'],
    ['a picture inside a text', 'see <svg/onload=alert(1)>', 'image/svg+xml'],
    ['a picture by its document type', '<!DOCTYPE svg ><p>', 'image/svg+xml'],
    ['a text about pages', '# How <html> works', 'text/plain'],
    ['a comment without an end', '<!-- <html>', 'text/plain'],
    ['a text behind comments', `${'<!---->'.repeat(30)}1 <html>`, 'text/plain'],
    ['a row of comments to the end', `${'<!---->'.repeat(2_000)}`, 'text/plain'],
    ['a row of document types', '<!doctype '.repeat(2_000), 'text/plain'],
  ])('security: sees at once that %s is what it is', async (_what, content, type) => {
    const scene = await setScene(engine);
    await using _ = scene.app;
    const start = process.cpuUsage();
    const reply = await send(scene, 'notes.txt', content);
    expect(reply.body.file.type).toBe(type);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(250);
  });

  it('security: reads a name of 15 kB at once', async () => {
    const scene = await setScene(engine);
    await using _ = scene.app;
    const start = process.cpuUsage();
    const reply = await send(scene, `x${' .'.repeat(7_500)}x.txt`, 'text');
    expect(reply.body.file.name).toMatch(/^x .{93}….txt$/);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(250);
  });

  it('lets two uploads that fit alone and not together take place once', async () => {
    const scene = await setScene(engine, { PROJECT_FILES_MAX_MB: '3', UPLOAD_MAX_MB: '2' });
    await using _ = scene.app;
    const two = () => new Uint8Array(2 * MB);
    const replies = await Promise.all([send(scene, 'a.bin', two()), deliver(scene, 'b.bin', two())]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('quota_exceeded');
    const third = await send(scene, 'c.bin', two());
    expect([third.status, third.body.error]).toEqual([
      409,
      'This project has 1 MB of 3 MB left. Delete some files first.',
    ]);
    expect(await rowsOf(scene)).toMatchObject({ files: 1, kept: 1 });
    scene.app.clock.advance(3601);
    await scene.app.instance.platform.storage.sweep();
    expect(await rowsOf(scene)).toEqual({ files: 1, kept: 1, stored: 1 });
  });

  it('counts what a client has sent to all projects together, also at once, and nothing of the studio’s', async () => {
    const scene = await setScene(engine, { ACCOUNT_FILES_MAX_MB: '3', UPLOAD_MAX_MB: '2' });
    await using _ = scene.app;
    const final = { ...sampleBrief, goals: 'Another one' };
    const other = await scene.client.call(api.submitOnboarding, { body: { final } });
    const elsewhere = { ...scene, projectId: other.body.id };
    const two = () => new Uint8Array(2 * MB);
    const replies = await Promise.all([send(scene, 'a.bin', two()), send(elsewhere, 'b.bin', two())]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    const third = await send(elsewhere, 'c.bin', two());
    expect([third.status, third.body.code, third.body.error]).toEqual([
      409,
      'quota_exceeded',
      'You have 1 MB of 3 MB left for all your projects. Delete some of your files first.',
    ]);
    expect((await deliver(scene, 'd.bin', two())).status).toBe(201);
    const limits = async (by: TestUser) => (await list(scene, by)).body.limits.account;
    expect(await limits(scene.client)).toMatchObject({ usedBytes: 2 * MB, quotaBytes: 3 * MB });
    expect(await limits(scene.owner)).toBeNull();
  });

  it('refuses uploads when they would use the reserve of the disk, and goes on with all else', async () => {
    const scene = await setScene(engine, { DISK_RESERVE_MB: '100000000' });
    await using _ = scene.app;
    const { client, owner, projectId, app } = scene;
    for (const refused of [await send(scene, 'a.txt', 'A.'), await deliver(scene, 'b.txt', 'B.')]) {
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([
        507,
        'insufficient_storage',
        'The server has no room for more files right now. Everything else still works.',
      ]);
    }
    expect(app.takeLoggedErrors()).toHaveLength(2);
    expect(await rowsOf(scene)).toEqual({ files: 0, kept: 0, stored: 0 });
    const params = { id: projectId };
    expect((await client.call(api.sendMessage, { params, body: { body: 'Hello' } })).status).toBe(201);
    // The documents of a contract are the product's own: an agreement waits for no disk.
    const draft = (await owner.call(api.getContractAsStudio, { params })).body.contract;
    const saved = await owner.call(api.saveContract, {
      params,
      body: { total: 4800, source: 'made', revision: draft.draft.revision },
    });
    const sent = await owner.call(api.sendContract, {
      params,
      body: { revision: saved.body.contract.draft.revision },
    });
    expect(sent.status).toBe(200);
    const accepted = await client.call(api.acceptContract, { params, body: { version: 1, name: 'Ada' } });
    expect(accepted.status).toBe(200);
  });

  it('files: keeps an upload that is sent again under its key as the one that it is', async () => {
    const { client, owner, ...scene } = await setScene(engine, {
      PROJECT_FILES_MAX_MB: '1',
      UPLOAD_MAX_MB: '1',
    });
    await using _ = scene.app;
    const params = { id: scene.projectId };
    const key = newId();
    const upload = (by: TestUser, call: typeof api.sendFile | typeof api.sendFileAsStudio) =>
      by.call(call, { params, query: { key }, body: formWith('a.txt', 'a'.repeat(0.6 * MB)) });
    const first = await upload(client, api.sendFile);
    // Its reply was lost. There would be no room for another one, and the project may be closed by now.
    expect((await upload(client, api.sendFile)).body.file.id).toBe(first.body.file.id);
    await owner.call(api.archiveProject, { params });
    expect((await upload(client, api.sendFile)).status).toBe(201);
    await owner.call(api.restoreProject, { params });
    expect(await rowsOf({ client, owner, ...scene })).toMatchObject({ files: 1, kept: 1 });
    // Another sender's key is another one.
    expect((await upload(owner, api.sendFileAsStudio)).body.code).toBe('quota_exceeded');

    await client.call(api.deleteOwnFile, { params: { ...params, fileId: first.body.file.id } });
    const both = await Promise.all([upload(client, api.sendFile), upload(client, api.sendFile)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0]?.body.file.id).toBe(both[1]?.body.file.id);
    expect((await rowsOf({ client, owner, ...scene })).kept).toBe(1);

    const fileId = (await owner.call(api.sendFileAsStudio, { params, body: formWith('b.txt', 'b') })).body
      .file.id;
    const again = { params: { ...params, fileId }, query: { key: newId() } };
    for (const version of [2, 2]) {
      const reply = await owner.call(api.replaceFile, { ...again, body: formWith('b.txt', 'c') });
      expect(reply.body.file.version).toBe(version);
    }
  });

  it('gives each of several replacements at once a version of its own', async () => {
    const scene = await setScene(engine);
    await using _ = scene.app;
    const { id } = (await deliver(scene, 'a.txt', '1')).body.file;
    const replies = await Promise.all(['2', '3', '4'].map((text) => replace(scene, id, 'a.txt', text)));
    expect(replies.map(({ body }) => body.file.version).sort()).toEqual([2, 3, 4]);
    const [file] = (await list(scene, scene.client)).body.items;
    expect([file?.version, file?.versions.map(({ version }) => version)]).toEqual([4, [3, 2, 1]]);
  });

  it('leaves nothing of an upload that was broken off', async () => {
    const scene = await setScene(engine);
    await using _ = scene.app;
    const origin = await scene.app.listen();
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /api/portal/${scene.projectId}/files HTTP/1.1\r\nhost: localhost\r\ncontent-length: 900000\r\n` +
        `authorization: Bearer ${scene.client.token}\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n` +
        `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(50_000)}`,
    );
    const spool = () => {
      try {
        return readdirSync(`${scene.app.dataDir}/spool`);
      } catch {
        return [];
      }
    };
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
    };
    await until(() => spool().length === 1);
    socket.destroy();
    await until(() => spool().length === 0);
    expect(await rowsOf(scene)).toEqual({ files: 0, kept: 0, stored: 0 });
  });

  it('is read and not written when the project is archived', async () => {
    const scene = await setScene(engine);
    await using _ = scene.app;
    const { id } = (await send(scene, 'a.txt', 'one')).body.file;
    await scene.owner.call(api.archiveProject, { params: { id: scene.projectId } });
    expect((await list(scene, scene.client)).body.items).toHaveLength(1);
    const params = { id: scene.projectId, fileId: id };
    for (const reply of [
      await send(scene, 'b.txt', 'two'),
      await deliver(scene, 'b.txt', 'two'),
      await scene.client.call(api.deleteOwnFile, { params }),
      await scene.owner.call(api.deleteFile, { params }),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'project_closed']);
    }
  });

  it('lets a client delete what the client has sent, and nobody replace it', async () => {
    const scene = await setScene(engine);
    await using _ = scene.app;
    const own = (await send(scene, 'a.txt', 'one')).body.file;
    const studios = (await deliver(scene, 'b.txt', 'two')).body.file;
    const remove = (fileId: string) =>
      scene.client.call(api.deleteOwnFile, { params: { id: scene.projectId, fileId } });
    expect((await remove(studios.id)).status).toBe(403);
    expect((await replace(scene, own.id, 'a.txt', 'three')).status).toBe(403);
    expect((await remove(own.id)).status).toBe(200);
    expect((await list(scene, scene.client)).body.items).toMatchObject([{ id: studios.id }]);
  });

  it('knows no file of one project in another', async () => {
    const scene = await setScene(engine);
    await using _ = scene.app;
    const { id } = (await deliver(scene, 'a.txt', 'one')).body.file;
    const other = { ...scene, ...(await makeSubjects(scene.app, scene.client)) };
    const params = { id: other.projectId, fileId: id };
    expect((await replace(other, id, 'a.txt', 'two')).status).toBe(404);
    expect((await scene.owner.call(api.deleteFile, { params })).status).toBe(404);
    expect((await scene.client.call(api.deleteOwnFile, { params })).status).toBe(404);
    expect((await list(scene, scene.client)).body.items).toMatchObject([{ id, version: 1 }]);
  });
});
