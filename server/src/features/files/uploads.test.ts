import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import {
  countFileRows,
  createFileScene,
  deliverFile,
  type FileScene,
  listFiles,
  MB,
  sendFile,
} from '../../../test/harness/files.ts';
import {
  BOUNDARY,
  openConnection,
  part,
  type RawConnection,
  until,
} from '../../../test/harness/raw-connection.ts';
import type { TestUser } from '../../../test/harness/test-app.ts';
import { formWith } from '../../../test/samples/files.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import { newId } from '../../platform/ids.ts';

/** The files that are arriving. */
function countSpooled({ app }: FileScene): number {
  try {
    return readdirSync(`${app.dataDir}/spool`).length;
  } catch {
    return 0;
  }
}

describeEachEngine((engine) => {
  it('one of two concurrent uploads is accepted when only one fits the project', async () => {
    const scene = await createFileScene(engine, { PROJECT_FILES_MAX_MB: '3', UPLOAD_MAX_MB: '2' });
    await using _ = scene.app;
    const two = () => new Uint8Array(2 * MB);
    const replies = await Promise.all([sendFile(scene, 'a.bin', two()), deliverFile(scene, 'b.bin', two())]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('quota_exceeded');
    const third = await sendFile(scene, 'c.bin', two());
    expect([third.status, third.body.error]).toEqual([
      409,
      'This project has 1 MB of 3 MB left. Delete some files first.',
    ]);
    expect(await countFileRows(scene)).toMatchObject({ files: 1, kept: 1 });
    scene.app.clock.advance(3601);
    await scene.app.instance.platform.storage.sweep();
    expect(await countFileRows(scene)).toEqual({ files: 1, kept: 1, stored: 1 });
  });

  it('the account’s quota counts a client’s files in all projects, and none of the studio’s', async () => {
    const scene = await createFileScene(engine, { ACCOUNT_FILES_MAX_MB: '3', UPLOAD_MAX_MB: '2' });
    await using _ = scene.app;
    const final = { ...sampleBrief, goals: 'Another one' };
    const other = await scene.client.call(api.submitOnboarding, { body: { final } });
    const elsewhere = { ...scene, projectId: other.body.id };
    const two = () => new Uint8Array(2 * MB);
    const replies = await Promise.all([sendFile(scene, 'a.bin', two()), sendFile(elsewhere, 'b.bin', two())]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    const third = await sendFile(elsewhere, 'c.bin', two());
    expect([third.status, third.body.code, third.body.error]).toEqual([
      409,
      'quota_exceeded',
      'You have 1 MB of 3 MB left for all your projects. Delete some of your files first.',
    ]);
    expect((await deliverFile(scene, 'd.bin', two())).status).toBe(201);
    const limits = async (by: TestUser) => (await listFiles(scene, by)).body.limits.account;
    expect(await limits(scene.client)).toMatchObject({ usedBytes: 2 * MB, quotaBytes: 3 * MB });
    expect(await limits(scene.owner)).toBeNull();
  });

  it('uploads are refused when they would use the disk’s reserve, and everything else is served', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    scene.app.reachReserve();
    const { client, owner, projectId, app } = scene;
    for (const refused of [await sendFile(scene, 'a.txt', 'A.'), await deliverFile(scene, 'b.txt', 'B.')]) {
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([
        507,
        'insufficient_storage',
        'The server has no room for more files right now. Everything else still works.',
      ]);
    }
    // One line says it for both.
    expect(app.takeLoggedErrors()).toHaveLength(1);
    expect(await countFileRows(scene)).toEqual({ files: 0, kept: 0, stored: 0 });
    const params = { id: projectId };
    expect((await owner.call(api.sendMessageAsStudio, { params, body: { body: 'Hello' } })).status).toBe(201);
    // A contract's documents are the product's own and never wait for disk space.
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

  it('an upload repeated with the same key keeps one file', async () => {
    const { client, owner, ...scene } = await createFileScene(engine, {
      PROJECT_FILES_MAX_MB: '1',
      UPLOAD_MAX_MB: '1',
    });
    await using _ = scene.app;
    const params = { id: scene.projectId };
    const key = newId();
    const upload = (by: TestUser, call: typeof api.sendFile | typeof api.sendFileAsStudio) =>
      by.call(call, { params, query: { key }, body: formWith('a.txt', 'a'.repeat(0.6 * MB)) });
    const first = await upload(client, api.sendFile);
    // The reply was lost. There would be no space for a second file, and the project may be closed by now.
    expect((await upload(client, api.sendFile)).body.file.id).toBe(first.body.file.id);
    await owner.call(api.archiveProject, { params });
    expect((await upload(client, api.sendFile)).status).toBe(201);
    await owner.call(api.restoreProject, { params });
    expect(await countFileRows({ client, owner, ...scene })).toMatchObject({ files: 1, kept: 1 });
    // The same key of another sender is a different key.
    expect((await upload(owner, api.sendFileAsStudio)).body.code).toBe('quota_exceeded');

    await client.call(api.deleteOwnFile, { params: { ...params, fileId: first.body.file.id } });
    const both = await Promise.all([upload(client, api.sendFile), upload(client, api.sendFile)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0]?.body.file.id).toBe(both[1]?.body.file.id);
    expect((await countFileRows({ client, owner, ...scene })).kept).toBe(1);

    const fileId = (await owner.call(api.sendFileAsStudio, { params, body: formWith('b.txt', 'b') })).body
      .file.id;
    const again = { params: { ...params, fileId }, query: { key: newId() } };
    for (const version of [2, 2]) {
      const reply = await owner.call(api.replaceFile, { ...again, body: formWith('b.txt', 'c') });
      expect(reply.body.file.version).toBe(version);
    }
  });

  it('an upload keeps nothing when the connection breaks', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const origin = await scene.app.listen();
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /api/portal/${scene.projectId}/files HTTP/1.1\r\nhost: localhost\r\ncontent-length: 900000\r\n` +
        `authorization: Bearer ${scene.client.token}\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n` +
        `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(50_000)}`,
    );
    await until(() => countSpooled(scene) === 1);
    socket.destroy();
    await until(() => countSpooled(scene) === 0);
    expect(await countFileRows(scene)).toEqual({ files: 0, kept: 0, stored: 0 });
  });

  it('an upload of another network gets in when six accounts of three hold every slot', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const origin = await scene.app.listen();
    const held: (RawConnection & { user: TestUser; id: string; key: string })[] = [];
    using _held = {
      [Symbol.dispose]: () => {
        for (const connection of held) connection.destroy();
      },
    };
    for (let account = 0; account < 6; account++) {
      const user = await scene.app.signIn();
      const { id } = (await user.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
      for (let upload = 0; upload < 4; upload++) {
        const connection = await openConnection(origin, `127.0.0.${2 + (account % 3)}`);
        const key = newId();
        connection.read();
        connection.write(
          `POST /api/portal/${id}/files?key=${key} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 900000\r\n` +
            `authorization: Bearer ${user.token}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n` +
            part('a.txt', 'x'.repeat(50_000)),
        );
        held.push({ ...connection, user, id, key });
      }
    }
    await until(() => countSpooled(scene) === held.length);
    scene.app.clock.advance(20);
    expect((await sendFile(scene, 'brief.txt', 'A.')).status).toBe(201);
    await until(() => held.some(({ answer }) => answer().endsWith('}')));
    const [ended, ...others] = held.filter(({ answer }) => answer() !== '');
    expect(others).toEqual([]);
    expect(ended?.answer()).toMatch(/^HTTP\/1\.1 408 /);
    expect(ended?.answer()).toContain('this one had to make room');
    // Sent again, as the form offers, it is there once.
    const retry = await ended?.user.call(api.sendFile, {
      params: { id: ended.id },
      query: { key: ended.key },
      body: formWith('a.txt', 'x'.repeat(50_000)),
    });
    expect(retry?.status).toBe(201);
    expect(await countFileRows(scene)).toMatchObject({ files: 2, kept: 2 });
  });
});
