import { createHash } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { reachContract, setUpContract } from '../../../test/harness/contract.ts';
import { describeEachEngine } from '../../../test/harness/database.ts';
import type { TestUser } from '../../../test/harness/test-app.ts';
import { samplePdf } from '../../../test/samples/contracts.ts';
import { ContractsService } from './contracts.service.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describeEachEngine((engine) => {
  it('an acceptance records what, who, when and from where, and mails both sides a copy', async () => {
    const setting = await setUpContract(engine);
    await using _ = setting.app;
    const { actions, app, client, params } = setting;
    await actions.save({ total: 9_400, source: 'made' });
    await actions.send();
    const shown = (await actions.read()).body.contract;
    const document = await actions.download(shown?.url);
    expect(document.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(sha256(document.rawPayload)).toBe(shown?.hash);
    expect(document.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('attachment; filename="Contract Acme Care v1.pdf"'),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const reply = await actions.accept({ version: 1, name: ' Ada  Sample ' });
    expect(reply.body.contract).toMatchObject({ status: 'accepted', acceptedName: 'Ada Sample' });
    const kept = await app.db.selectFrom('contract_acceptances').selectAll().executeTakeFirstOrThrow();
    expect(kept).toMatchObject({
      project_id: params.id,
      project_title: 'Acme · Care',
      version: 1,
      total: 9_400,
      sha256: shown?.hash,
      account_id: client.id,
      account_email: client.email,
      typed_name: 'Ada Sample',
      address: '127.0.0.1',
      user_agent: 'lightMyRequest',
      accepted_at: app.clock.now().toISOString(),
    });
    expect((await actions.draft()).acceptance).toMatchObject({ name: 'Ada Sample', hash: shown?.hash });
    const record = await actions.download(reply.body.contract?.recordUrl);
    expect(record.headers['content-type']).toBe('application/pdf');
    const copies = new ContractsService({
      ...app.instance.platform,
      recordEvent: async () => {},
      contractAccepted: async () => {},
      moveDates: async () => ({}),
      sumChanges: async () => 0,
      makeRecord: () => Promise.reject(new Error('It is made already')),
    });
    const { attachments = [] } = (await copies.acceptedDocument(params.id)) ?? {};
    expect(attachments.map(({ name, type }) => [name, type])).toEqual([
      ['Contract Acme Care v1.pdf', 'application/pdf'],
      ['Record of acceptance Acme Care v1.pdf', 'application/pdf'],
    ]);
    expect(attachments[0]?.content.equals(document.rawPayload)).toBe(true);
    expect(attachments[1]?.content.equals(record.rawPayload)).toBe(true);
    await app.drainOutbox();
    const mails = app.mails.filter(({ attachments = [] }) => attachments.length > 0);
    expect(mails.map(({ to }) => to.address).sort()).toEqual([client.email, 'owner@studio.example']);
    for (const mail of mails) expect(mail.attachments).toEqual(attachments);
    const listed = await client.call(api.listActivity, { params });
    expect(listed.body.items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['contract_sent', 'contract_accepted']),
    );
    expect(listed.body.items.find(({ kind }) => kind === 'contract_accepted')?.detail).toEqual({
      version: 1,
      hash: shown?.hash,
      total: 9_400,
      name: 'Ada Sample',
    });
  });

  it('accepting takes an empty body for the current version and refuses an outdated one', async () => {
    const setting = await setUpContract(engine);
    await using _ = setting.app;
    const { actions, app, client, params } = setting;
    await reachContract.sent(setting);
    await actions.send();
    for (const refused of [await actions.accept({ version: 1 }), await actions.accept({ version: 3 })]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'contract_changed']);
    }
    const stale = await actions.request_change({ message: 'About the old one.', version: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'contract_changed']);
    expect((await actions.draft()).changeRequests).toEqual([]);
    const bare = await app.inject({
      method: 'POST',
      url: `/api/portal/${params.id}/contract/accept`,
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    });
    expect([bare.statusCode, bare.json().contract]).toMatchObject([200, { status: 'accepted', version: 2 }]);
    expect(bare.json().contract.acceptedName).toBeNull();
  });

  it('a contract is accepted once, however often it is pressed', async () => {
    const setting = await setUpContract(engine);
    await using _ = setting.app;
    await reachContract.sent(setting);
    const replies = await Promise.all([1, 1, 1].map((version) => setting.actions.accept({ version })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await setting.app.db.selectFrom('contract_acceptances').select('id').execute()).toHaveLength(1);
    const { items } = (await setting.client.call(api.listActivity, { params: setting.params })).body;
    expect(items.filter(({ kind }) => kind === 'contract_accepted')).toHaveLength(1);
  });

  it.each([{ version: 1 }, {}])(
    'either accepting with %j or sending a new version wins when both arrive at once',
    async (body) => {
      for (let round = 0; round < 6; round += 1) {
        const setting = await setUpContract(engine);
        await using _ = setting.app;
        await reachContract.sent(setting);
        const { params, owner, client } = setting;
        const { revision } = (await setting.actions.draft()).draft;
        const send = () => owner.call(api.sendContract, { params, body: { revision } });
        const accept = () => client.call(api.acceptContract, { params, body });
        const [first, second] = round % 2 === 0 ? [send(), accept()] : [accept(), send()];
        const replies = await Promise.all([first, second]);
        const [sent, accepted] = round % 2 === 0 ? replies : replies.toReversed();
        const { status, versions, acceptance } = await setting.actions.draft();
        if (accepted?.status === 200) {
          // Acceptance checks the version that was read: nothing was sent after it.
          expect([status, acceptance?.version, versions[0]?.version]).toEqual([
            'accepted',
            acceptance?.version,
            acceptance?.version,
          ]);
          if (sent?.status === 200) expect([body, acceptance?.version]).toEqual([{}, 2]);
          else expect(sent?.body.code).toBe('contract_accepted');
        } else {
          expect([accepted?.status, accepted?.body.code]).toEqual([409, 'contract_changed']);
          expect([sent?.status, status, versions.length, acceptance]).toEqual([200, 'sent', 2, null]);
        }
      }
    },
  );

  it('a project with an accepted contract is deleted only with a confirmation, and the record is kept', async () => {
    const setting = await setUpContract(engine);
    await using _ = setting.app;
    const { actions, params, client, owner, app } = setting;
    await actions.upload(samplePdf, 'one.pdf');
    await actions.send();
    await actions.upload(Buffer.concat([samplePdf, samplePdf]), 'two.pdf');
    await actions.send();
    const accepted = (await actions.accept({ version: 2, name: 'Ada' })).body.contract;
    const remove = (person: TestUser, query: Record<string, string> = {}) =>
      person.call(person === owner ? api.deleteProject : api.deleteOwnProject, { params, query });
    for (const refused of [
      await remove(client),
      await remove(owner),
      await remove(client, { confirm: 'x' }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'contract_accepted']);
    }
    expect((await remove(client, { confirm: params.id.slice(-6) })).status).toBe(200);
    expect((await owner.call(api.getContractAsStudio, { params })).status).toBe(404);
    const [kept] = await app.db.selectFrom('contract_acceptances').selectAll().execute();
    expect(kept).toMatchObject({ project_id: params.id, sha256: accepted?.hash, typed_name: 'Ada' });
    const files = await app.db.selectFrom('stored_files').select(['key', 'drop_at']).execute();
    const left = files.filter(({ drop_at }) => drop_at === null).map(({ key }) => key);
    expect(left.sort()).toEqual([kept?.document_key, kept?.record_key].sort());
    for (const table of ['contracts', 'contract_versions', 'contract_change_requests'] as const) {
      expect(await app.db.selectFrom(table).select('project_id').execute()).toEqual([]);
    }
  });
});
