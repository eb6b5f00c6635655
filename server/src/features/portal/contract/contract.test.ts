import { createHash } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import { CONTRACT_STATUSES, type ContractStatus } from '@atelier/domain/portal/contract.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/database.ts';
import { createTown, type Person } from '../../../../test/people.ts';
import { sampleBrief, samplePdf } from '../../../../test/sample-calls.ts';
import type { Engine } from '../../../platform/db/database.ts';
import { ContractsService } from './contracts.service.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const link = 'https://studio.example/contract';

/** A client with a submitted project, and the owner. */
async function setUp(engine: Engine) {
  const town = await createTown({ engine });
  const owner = await town.signInOwner();
  const client = await town.signIn({ email: 'ada@client.example' });
  const submitted = await client.call(api.submitOnboarding, { body: { final: sampleBrief } });
  const params = { id: submitted.body.id as string };
  const actions = {
    read: () => client.call(api.getContract, { params }),
    accept: (body: Record<string, unknown> = {}) => client.call(api.acceptContract, { params, body }),
    request_change: (body: Record<string, unknown> = { message: 'Less, please.' }) =>
      client.call(api.requestContractChange, { params, body }),
    draft: async () => (await owner.call(api.getContractAsStudio, { params })).body.contract,
    /** Saves over what is there, unless it is told over which revision. */
    save: async (body: Record<string, unknown>) => {
      const { revision } = (await actions.draft()).draft;
      return owner.call(api.saveContract, { params, body: { revision, ...body } });
    },
    upload: async (body: Uint8Array, name: string) => {
      const { revision } = (await actions.draft()).draft;
      return owner.call(api.uploadContractDocument, { params, query: { name, revision }, body });
    },
    send: async () => {
      const { draft } = await actions.draft();
      return owner.call(api.sendContract, { params, body: { revision: draft.revision } });
    },
    download: async (url: string) => town.inject({ url: new URL(url).pathname }),
  };
  return { town, owner, client, params, actions };
}

type Setting = Awaited<ReturnType<typeof setUp>>;

const reach: Record<ContractStatus, (setting: Setting) => Promise<unknown>> = {
  draft: async ({ actions }) => actions.save({ total: 9_400, source: 'link', link }),
  sent: async (setting) => {
    await reach.draft(setting);
    await setting.actions.send();
  },
  change_requested: async (setting) => {
    await reach.sent(setting);
    await setting.actions.request_change();
  },
  accepted: async (setting) => {
    await reach.sent(setting);
    await setting.actions.accept();
  },
};

/** From each state, what each step leads to or is refused with. */
const STEPS = {
  //               draft                sent                change_requested    accepted
  send: ['sent', 'sent', 'sent', 'contract_accepted'],
  accept: ['contract_not_sent', 'accepted', 'accepted', 'contract_accepted'],
  request_change: ['contract_not_sent', 'change_requested', 'change_requested', 'contract_accepted'],
} as const;

describeEachEngine((engine) => {
  it.each(CONTRACT_STATUSES.map((status, index) => [status, index] as const))(
    'takes from %s the steps of the table and no other',
    async (status, index) => {
      for (const step of ['send', 'accept', 'request_change'] as const) {
        const setting = await setUp(engine);
        await using _ = setting.town;
        await reach[status](setting);
        expect((await setting.actions.draft()).status).toBe(status);
        const expected = STEPS[step][index] as string;
        const reply = await setting.actions[step]();
        const isRefused = expected.startsWith('contract_');
        expect([step, reply.status, reply.body.code]).toEqual(
          isRefused ? [step, 409, expected] : [step, 200, undefined],
        );
        expect((await setting.actions.draft()).status).toBe(isRefused ? status : expected);
      }
    },
  );

  it('shows the client nothing before it is sent, and nothing of a draft after it', async () => {
    const setting = await setUp(engine);
    await using _ = setting.town;
    const { actions } = setting;
    expect((await actions.read()).body).toEqual({ contract: null });
    await reach.draft(setting);
    expect((await actions.read()).body).toEqual({ contract: null });
    await actions.send();
    const sent = (await actions.read()).body.contract;
    expect(sent).toMatchObject({ status: 'sent', version: 1, total: 9_400, url: link, source: 'link' });
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

  it('keeps what was accepted, by whom, when and from where, and gives both a copy', async () => {
    const setting = await setUp(engine);
    await using _ = setting.town;
    const { actions, town, client, params } = setting;
    await actions.save({ total: 9_400, source: 'made' });
    await actions.send();
    const shown = (await actions.read()).body.contract;
    const document = await actions.download(shown.url);
    expect(document.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(sha256(document.rawPayload)).toBe(shown.hash);
    expect(document.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('attachment; filename="Contract Acme v1.pdf"'),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const reply = await actions.accept({ version: 1, name: ' Ada  Sample ' });
    expect(reply.body.contract).toMatchObject({ status: 'accepted', acceptedName: 'Ada Sample' });
    const kept = await town.db.selectFrom('contract_acceptances').selectAll().executeTakeFirstOrThrow();
    expect(kept).toMatchObject({
      project_id: params.id,
      project_title: 'Acme',
      version: 1,
      total: 9_400,
      sha256: shown.hash,
      account_id: client.id,
      account_email: client.email,
      typed_name: 'Ada Sample',
      address: '127.0.0.1',
      user_agent: 'lightMyRequest',
      accepted_at: town.clock.now().toISOString(),
    });
    expect((await actions.draft()).acceptance).toMatchObject({ name: 'Ada Sample', hash: shown.hash });
    const record = await actions.download(reply.body.contract.recordUrl);
    expect(record.headers['content-type']).toBe('application/pdf');
    const copies = new ContractsService({ ...town.app.platform, happened: async () => {} });
    const { attachments = [] } = (await copies.acceptedDocument(params.id)) ?? {};
    expect(attachments.map(({ name, type }) => [name, type])).toEqual([
      ['Contract Acme v1.pdf', 'application/pdf'],
      ['Record of acceptance Acme v1.pdf', 'application/pdf'],
    ]);
    expect(attachments[0]?.content.equals(document.rawPayload)).toBe(true);
    expect(attachments[1]?.content.equals(record.rawPayload)).toBe(true);
    await town.drainOutbox();
    const told = town.mails.filter(({ attachments = [] }) => attachments.length > 0);
    expect(told.map(({ to }) => to.address).sort()).toEqual([client.email, 'owner@studio.example']);
    for (const mail of told) expect(mail.attachments).toEqual(attachments);
    const listed = await client.call(api.listActivity, { params });
    expect(listed.body.items.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['contract_sent', 'contract_accepted']),
    );
    expect(
      listed.body.items.find(({ kind }: { kind: string }) => kind === 'contract_accepted').detail,
    ).toEqual({
      version: 1,
      hash: shown.hash,
      total: 9_400,
      name: 'Ada Sample',
    });
  });

  it('takes an empty body for the current version, and refuses one that is not current', async () => {
    const setting = await setUp(engine);
    await using _ = setting.town;
    const { actions, town, client, params } = setting;
    await reach.sent(setting);
    await actions.send();
    for (const refused of [await actions.accept({ version: 1 }), await actions.accept({ version: 3 })]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'contract_changed']);
    }
    const stale = await actions.request_change({ message: 'About the old one.', version: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'contract_changed']);
    expect((await actions.draft()).changeRequests).toEqual([]);
    const bare = await town.inject({
      method: 'POST',
      url: `/api/portal/${params.id}/contract/accept`,
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    });
    expect([bare.statusCode, bare.json().contract]).toMatchObject([200, { status: 'accepted', version: 2 }]);
    expect(bare.json().contract.acceptedName).toBeNull();
  });

  it('lists requests for change in order, for both sides', async () => {
    const setting = await setUp(engine);
    await using _ = setting.town;
    const { actions } = setting;
    await reach.sent(setting);
    for (const message of ['First.', 'Second.']) {
      expect((await actions.request_change({ message, version: 1 })).status).toBe(200);
    }
    await actions.send();
    await actions.request_change({ message: 'Third.', version: 2 });
    const expected = [
      { version: 1, message: 'First.' },
      { version: 1, message: 'Second.' },
      { version: 2, message: 'Third.' },
    ];
    expect((await actions.read()).body.contract.changeRequests).toMatchObject(expected);
    expect((await actions.draft()).changeRequests).toMatchObject(expected);
    expect((await actions.request_change({ message: ' \u0000 ' })).status).toBe(400);
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
  ])('does not take %s for a link', async (hostile) => {
    const { town, actions } = await setUp(engine);
    await using _ = town;
    const reply = await actions.save({ total: 1, source: 'link', link: hostile });
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
  });

  it('does not send a link or an upload that is not there', async () => {
    const { town, actions } = await setUp(engine);
    await using _ = town;
    await actions.save({ total: 1, source: 'link', link: '' });
    expect((await actions.send()).body.code).toBe('validation_failed');
    await actions.save({ total: 1, source: 'upload', link: '' });
    expect((await actions.send()).body.code).toBe('validation_failed');
    expect((await actions.read()).body.contract).toBeNull();
  });

  it('takes a PDF by its content alone', async () => {
    const { town, actions } = await setUp(engine);
    await using _ = town;
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

  it('never changes the document of a version', async () => {
    const { town, actions } = await setUp(engine);
    await using _ = town;
    const other = Buffer.concat([samplePdf, Buffer.from('% another\n')]);
    await actions.upload(samplePdf, 'one.pdf');
    await actions.send();
    const { url, hash } = (await actions.read()).body.contract;
    await actions.upload(other, 'two.pdf');
    await actions.upload(other, 'three.pdf');
    expect((await actions.download(url)).rawPayload.equals(samplePdf)).toBe(true);
    expect((await actions.read()).body.contract).toMatchObject({ version: 1, hash });
    await actions.send();
    const { versions } = await actions.draft();
    expect(versions.map((each: { hash: string }) => each.hash)).toEqual([sha256(other), hash]);
    expect((await actions.download(versions[1].url)).rawPayload.equals(samplePdf)).toBe(true);
    // The upload that was never sent is given up, those that were are not.
    const files = await town.db.selectFrom('stored_files').select(['name', 'drop_at']).execute();
    expect(files.map(({ name, drop_at }) => [name, drop_at === null]).sort()).toEqual([
      ['one.pdf', true],
      ['three.pdf', true],
      ['two.pdf', false],
    ]);
  });

  it('saves over the revision that its writer knew, and no other', async () => {
    const { town, actions } = await setUp(engine);
    await using _ = town;
    const replies = await Promise.all(
      [1, 2].map((total) => actions.save({ total, source: 'made', revision: 1 })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('conflict');
    const sent = await Promise.all([actions.send(), actions.send()]);
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await actions.read()).body.contract.version).toBe(1);
  });

  it('accepts once, however often it is pressed', async () => {
    const setting = await setUp(engine);
    await using _ = setting.town;
    await reach.sent(setting);
    const replies = await Promise.all([1, 1, 1].map((version) => setting.actions.accept({ version })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await setting.town.db.selectFrom('contract_acceptances').select('id').execute()).toHaveLength(1);
    const { items } = (await setting.client.call(api.listActivity, { params: setting.params })).body;
    expect(items.filter(({ kind }: { kind: string }) => kind === 'contract_accepted')).toHaveLength(1);
  });

  it.each([{ version: 1 }, {}])('lets one of accepting with %j and sending anew win', async (body) => {
    for (let round = 0; round < 6; round += 1) {
      const setting = await setUp(engine);
      await using _ = setting.town;
      await reach.sent(setting);
      const { params, owner, client } = setting;
      const { revision } = (await setting.actions.draft()).draft;
      const send = () => owner.call(api.sendContract, { params, body: { revision } });
      const accept = () => client.call(api.acceptContract, { params, body });
      const [first, second] = round % 2 === 0 ? [send(), accept()] : [accept(), send()];
      const replies = await Promise.all([first, second]);
      const [sent, accepted] = round % 2 === 0 ? replies : replies.toReversed();
      const { status, versions, acceptance } = await setting.actions.draft();
      if (accepted?.status === 200) {
        // It was accepted as it was when it was read: nothing was sent after it.
        expect([status, acceptance.version, versions[0].version]).toEqual([
          'accepted',
          acceptance.version,
          acceptance.version,
        ]);
        if (sent?.status === 200) expect([body, acceptance.version]).toEqual([{}, 2]);
        else expect(sent?.body.code).toBe('contract_accepted');
      } else {
        expect([accepted?.status, accepted?.body.code]).toEqual([409, 'contract_changed']);
        expect([sent?.status, status, versions.length, acceptance]).toEqual([200, 'sent', 2, null]);
      }
    }
  });

  it('deletes an accepted project only when asked twice, and keeps the record', async () => {
    const setting = await setUp(engine);
    await using _ = setting.town;
    const { actions, params, client, owner, town } = setting;
    await actions.upload(samplePdf, 'one.pdf');
    await actions.send();
    await actions.upload(Buffer.concat([samplePdf, samplePdf]), 'two.pdf');
    await actions.send();
    const { hash } = (await actions.accept({ version: 2, name: 'Ada' })).body.contract;
    const remove = (person: Person, query: Record<string, string> = {}) =>
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
    const [kept] = await town.db.selectFrom('contract_acceptances').selectAll().execute();
    expect(kept).toMatchObject({ project_id: params.id, sha256: hash, typed_name: 'Ada' });
    const files = await town.db.selectFrom('stored_files').select(['key', 'drop_at']).execute();
    const left = files.filter(({ drop_at }) => drop_at === null).map(({ key }) => key);
    expect(left.sort()).toEqual([kept?.document_key, kept?.record_key].sort());
    for (const table of ['contracts', 'contract_versions', 'contract_change_requests'] as const) {
      expect(await town.db.selectFrom(table).select('project_id').execute()).toEqual([]);
    }
  });

  it('deletes a project with a contract that nobody accepted as any other', async () => {
    const setting = await setUp(engine);
    await using _ = setting.town;
    await setting.actions.upload(samplePdf, 'one.pdf');
    await setting.actions.send();
    const { params, client, town } = setting;
    expect((await client.call(api.deleteOwnProject, { params })).body).toEqual({ deleted: true });
    const files = await town.db.selectFrom('stored_files').select('drop_at').execute();
    expect(files.every(({ drop_at }) => drop_at !== null)).toBe(true);
  });

  it('is read and not changed while the project is archived', async () => {
    const setting = await setUp(engine);
    await using _ = setting.town;
    await reach.sent(setting);
    const { actions, owner, params } = setting;
    await owner.call(api.archiveProject, { params });
    expect((await actions.read()).body.contract).toMatchObject({ status: 'sent' });
    const replies = [
      await actions.accept(),
      await actions.request_change(),
      await actions.save({ total: 2, source: 'made' }),
      await actions.upload(samplePdf, 'a.pdf'),
      await actions.send(),
    ];
    for (const { status, body } of replies) expect([status, body.code]).toEqual([409, 'project_closed']);
  });

  it('shows the studio the document before it is sent, and which letters it lacks', async () => {
    const { town, actions, owner, params } = await setUp(engine);
    await using _ = town;
    const preview = (await owner.call(api.previewContract, { params })).body;
    expect(preview.name).toBe('Contract Acme v1.pdf');
    expect(Buffer.from(preview.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect((await actions.draft()).missingLetters).toBe('');
  });
});
