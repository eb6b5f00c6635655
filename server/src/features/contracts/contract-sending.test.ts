import { createHash } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { CONTRACT_LINK, reachContract, setUpContract } from '../../../test/harness/contract.ts';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { samplePdf } from '../../../test/samples/contracts.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describeAnyEngine((engine) => {
  it('the client sees no unsent contract, and no draft of a sent one', async () => {
    const setting = await setUpContract(engine);
    await using _ = setting.app;
    const { actions } = setting;
    expect((await actions.read()).body).toEqual({ contract: null });
    await reachContract.draft(setting);
    expect((await actions.read()).body).toEqual({ contract: null });
    await actions.send();
    const sent = (await actions.read()).body.contract;
    expect(sent).toMatchObject({
      status: 'sent',
      version: 1,
      total: 9_400,
      url: CONTRACT_LINK,
      source: 'link',
    });
    await actions.save({ total: 12_000, source: 'link', link: 'https://studio.example/2' });
    expect((await actions.read()).body.contract).toEqual(sent);
    expect(await actions.draft()).toMatchObject({ isChanged: true });
    await actions.send();
    expect((await actions.read()).body.contract).toMatchObject({ version: 2, total: 12_000 });
    expect(await actions.draft()).toMatchObject({
      isChanged: false,
      versions: [{ version: 2 }, { version: 1 }],
    });
  });

  it('the studio sees the document before it is sent, and which characters it can’t print', async () => {
    const { app, actions, owner, params } = await setUpContract(engine);
    await using _ = app;
    const { total, terms } = (await actions.draft()).draft;
    const typed = { total, terms };
    const preview = (await owner.call(api.previewContract, { params, body: typed })).body;
    expect(preview.name).toBe('Contract Acme Care v1.pdf');
    expect(Buffer.from(preview.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect((await actions.draft()).missingLetters).toBe('');
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example/a',
    'https:',
    'not a link',
  ])('a contract can’t link to %s', async (hostile) => {
    const { app, actions } = await setUpContract(engine);
    await using _ = app;
    const reply = await actions.save({ total: 1, source: 'link', link: hostile });
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
  });

  it('sending is refused when the link or the upload is missing', async () => {
    const { app, actions } = await setUpContract(engine);
    await using _ = app;
    await actions.save({ total: 1, source: 'link', link: '' });
    expect((await actions.send()).body.code).toBe('validation_failed');
    await actions.save({ total: 1, source: 'upload', link: '' });
    expect((await actions.send()).body.code).toBe('validation_failed');
    expect((await actions.read()).body.contract).toBeNull();
  });

  it('an upload counts as a PDF by its content alone', async () => {
    const { app, actions } = await setUpContract(engine);
    await using _ = app;
    const wrong: readonly (readonly [number, Uint8Array])[] = [
      [400, Buffer.from('<!doctype html><script>alert(1)</script>')],
      [400, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      [400, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
      [400, samplePdf.subarray(0, -10)],
      [400, Buffer.from('x'.repeat(100))],
      [400, Buffer.alloc(0)],
      [413, Buffer.alloc(20 * 1024 * 1024 + 1, '%')],
    ];
    for (const [status, bytes] of wrong) {
      const reply = await actions.upload(bytes, 'contract.pdf');
      expect([bytes.length, reply.status]).toEqual([bytes.length, status]);
    }
    expect((await actions.draft()).draft).toMatchObject({ file: null });
    const taken = await actions.upload(samplePdf, '../..\\\u202efdp.\u0000"exe');
    expect(taken.body.contract.draft).toMatchObject({
      source: 'upload',
      file: { name: 'fdp. exe.pdf', size: samplePdf.length },
    });
  });

  it('a sent version’s document never changes', async () => {
    const { app, actions } = await setUpContract(engine);
    await using _ = app;
    const other = Buffer.concat([samplePdf, Buffer.from('% another\n')]);
    await actions.upload(samplePdf, 'one.pdf');
    await actions.send();
    const first = (await actions.read()).body.contract;
    await actions.upload(other, 'two.pdf');
    await actions.upload(other, 'three.pdf');
    expect((await actions.download(first?.url)).rawPayload.equals(samplePdf)).toBe(true);
    expect((await actions.read()).body.contract).toMatchObject({ version: 1, hash: first?.hash });
    await actions.send();
    const { versions } = await actions.draft();
    expect(versions.map((each) => each.hash)).toEqual([sha256(other), first?.hash]);
    expect((await actions.download(versions[1]?.url)).rawPayload.equals(samplePdf)).toBe(true);
    // The upload that was never sent is deleted; sent ones are kept.
    const files = await app.db.selectFrom('stored_files').select(['name', 'drop_at']).execute();
    expect(files.map(({ name, drop_at }) => [name, drop_at === null]).sort()).toEqual([
      ['one.pdf', true],
      ['three.pdf', true],
      ['two.pdf', false],
    ]);
  });
});
