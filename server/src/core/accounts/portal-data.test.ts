import { DELETED_ACCOUNT_NAME } from '@atelier/domain/accounts/rules.ts';
import { api } from '@atelier/domain/api.ts';
import { shortId } from '@atelier/domain/text.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { answer, ask, follow, seenBy } from '../../../test/harness/request-scene.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { formWith } from '../../../test/samples/files.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';

const LINK = 'https://studio.example/contract';
/** In all that Ada writes to a colleague's project: unlike her name, no id has it among its hexadecimal digits. */
const MARK = 'zebra';

/**
 * A client whose project has a record of every kind that the portal stores, each with `word` in it, and an accepted
 * contract unless `isAccepted` is false.
 */
async function createPortal(
  app: TestApp,
  owner: TestUser,
  { word, isAccepted = true }: { word: string; isAccepted?: boolean },
) {
  const client = await app.signIn({ email: `${word}@client.example`, username: word });
  const brief = { ...sampleBrief, company: `${word} Ltd` };
  const { body } = await client.call(api.submitOnboarding, { body: { final: brief } });
  const params = { id: body.id as string };
  await owner.call(api.createMilestone, { params, body: { title: `${word} look`, published: true } });
  await owner.call(api.createMilestone, { params, body: { title: `${word} kept back`, published: false } });
  const draft = async () => (await owner.call(api.getContractAsStudio, { params })).body.contract.draft;
  for (const total of [4_000, 5_000]) {
    const contract = { total, source: 'link', link: `${LINK}/${word}` } as const;
    const { revision } = await draft();
    await owner.call(api.saveContract, { params, body: { revision, ...contract } });
    await owner.call(api.sendContract, { params, body: { revision: revision + 1 } });
    if (total === 4_000) {
      const message = `${word} wants less`;
      await client.call(api.requestContractChange, { params, body: { message } });
    }
  }
  if (isAccepted) await client.call(api.acceptContract, { params, body: { name: `${word} Signatory` } });
  await client.call(api.sendMessage, { params, body: { body: `${word} asks` } });
  await owner.call(api.sendMessageAsStudio, { params, body: { body: `${word} is answered` } });
  await client.call(api.sendFile, { params, body: formWith(`${word}.txt`, `bytes of ${word}`) });
  await client.call(api.setMyNotification, { body: { kind: 'file', isOn: false } });
  return { client, projectId: params.id };
}

interface LeftProject {
  owner: TestUser;
  ada: TestUser;
  bea: TestUser;
  projectId: string;
}

/** What a colleague leaves in a project of Ada’s: the part of the export, the act and what the export has of it. */
const COLLEAGUE_ACTS: [string, (project: LeftProject) => Promise<number>, object][] = [
  [
    'messages',
    async ({ bea, projectId }) => {
      const params = { id: projectId };
      const { items } = (await bea.call(api.listMessages, { params })).body;
      const body = { body: 'bea writes', replyTo: items.at(-1)?.id };
      return (await bea.call(api.sendMessage, { params, body })).status;
    },
    { body: 'bea writes' },
  ],
  [
    'files',
    async ({ bea, projectId }) => {
      const body = formWith('bea.txt', 'bytes');
      return (await bea.call(api.sendFile, { params: { id: projectId }, body })).status;
    },
    { name: 'bea.txt' },
  ],
  [
    'fileComments',
    async ({ owner, ada, bea, projectId }) => {
      const id = projectId;
      const file = formWith(`${MARK} look.pdf`, '%PDF-1.7');
      const { body } = await owner.call(api.sendFileAsStudio, { params: { id }, body: file });
      const params = { id, fileId: String(body.file.id), version: '1' };
      const point = { page: 1, x: 1, y: 1 };
      await ada.call(api.addFileComment, { params, body: { point, body: `${MARK} comments` } });
      return (await bea.call(api.addFileComment, { params, body: { point, body: 'bea comments' } })).status;
    },
    { body: 'bea comments' },
  ],
  [
    'requests',
    async ({ owner, ada, bea, projectId }) => {
      const request = await ask({ owner, projectId }, { title: 'Logo', instructions: `for ${MARK}` });
      await answer(ada, projectId, request, { body: `${MARK} answers` });
      const [asked] = (await seenBy(bea, projectId)).items;
      return (await answer(bea, projectId, asked ?? request, { body: 'bea answers' })).status;
    },
    { title: 'Logo', answers: [{ body: 'bea answers' }] },
  ],
];

describeEachEngine((engine) => {
  it('an export contains a client’s whole portal and no other client’s data', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    const { client, projectId } = await createPortal(app, owner, { word: 'ada' });
    await createPortal(app, owner, { word: 'zebra' });
    const { body } = await client.call(api.exportMyData);
    expect(body).toMatchObject({
      contracts: [
        {
          projectId,
          versions: [
            { version: 2, total: 5_000, url: `${LINK}/ada` },
            { version: 1, total: 4_000 },
          ],
          changeRequests: [{ version: 1, message: 'ada wants less' }],
        },
      ],
      acceptedContracts: [
        { projectId, version: 2, total: 5_000, name: 'ada Signatory', email: client.email },
      ],
      files: [{ projectId, name: 'ada.txt', size: 12, type: 'text/plain' }],
      mailsTurnedOff: ['file'],
    });
    const titles = (body.milestones as { title: string }[]).map(({ title }) => title);
    expect(titles).toContain('ada look');
    expect(titles).not.toContain('ada kept back');
    const texts = (body.messages as { body: string }[]).map((message) => message.body);
    expect(texts).toEqual(expect.arrayContaining(['ada asks', 'ada is answered']));
    const done = new Set((body.activity as { kind: string }[]).map(({ kind }) => kind));
    for (const kind of [
      'project_submitted',
      'contract_accepted',
      'contract_change_requested',
      'file_added',
    ]) {
      expect(done).toContain(kind);
    }
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/zebra/i);
    expect(text).not.toContain('bytes of ada');
  });

  it('an export contains accepted contracts when the studio has deleted the project', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    const { client, projectId } = await createPortal(app, owner, { word: 'ada' });
    const confirmation = shortId(projectId);
    const deleted = await owner.call(api.deleteProject, {
      params: { id: projectId },
      query: { confirm: confirmation },
    });
    expect(deleted.status).toBe(200);
    const { body } = await client.call(api.exportMyData);
    expect([body.projects, body.contracts, body.messages, body.files]).toEqual([[], [], [], []]);
    expect(body.acceptedContracts).toMatchObject([{ projectId, projectTitle: 'ada Ltd · Care', version: 2 }]);
  });

  it.each(COLLEAGUE_ACTS)(
    'an export contains a colleague’s %s in a project that they left, and nothing of others',
    async (part, act, expected) => {
      await using app = await createTestApp({ engine });
      const owner = await app.signInOwner();
      const { client: ada, projectId } = await createPortal(app, owner, { word: MARK });
      const bea = await app.signIn({ email: 'bea@client.example', username: 'bea' });
      await follow({ client: ada, projectId }, bea);
      expect(await act({ owner, ada, bea, projectId })).toBeOneOf([200, 201]);
      const params = { id: projectId };
      expect((await bea.call(api.leaveProject, { params })).status).toBe(200);
      await ada.call(api.sendMessage, { params, body: { body: `${MARK} goes on` } });

      const copy = (await bea.call(api.exportMyData)).body;
      expect(copy[part]).toMatchObject([{ projectId, ...expected }]);
      expect(JSON.stringify(copy[part])).not.toContain(MARK);
      expect(copy).toMatchObject({ projects: [], memberships: [], activity: [] });
      // What the studio writes is in no copy of an admin’s.
      expect((await owner.call(api.exportMyData)).body[part]).toEqual([]);
    },
  );

  it('deleting an account removes the client’s identity from retained records', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    const { client, projectId } = await createPortal(app, owner, { word: 'ada' });
    const { projectId: strangersId } = await createPortal(app, owner, { word: 'ben' });
    expect((await client.call(api.deleteMyAccount)).status).toBe(200);

    const params = { id: projectId };
    const { items } = (await owner.call(api.listActivity, { params })).body;
    const own = items.filter(({ actorRole }: { actorRole: string }) => actorRole === 'client');
    expect(own.length).toBeGreaterThan(3);
    for (const { actorName, actorAddress, detail } of own) {
      expect([actorName, actorAddress]).toEqual([DELETED_ACCOUNT_NAME, '']);
      expect(JSON.stringify(detail)).not.toContain('ada Signatory');
    }
    const rows = {
      requests: await app.db
        .selectFrom('contract_change_requests')
        .select(['project_id', 'account_email'])
        .execute(),
      messages: await app.db
        .selectFrom('messages')
        .select(['author_name', 'author_email'])
        .where('author_id', '=', client.id)
        .execute(),
      pending: await app.db
        .selectFrom('pending_notifications')
        .select('actor_email')
        .where('actor_id', '=', client.id)
        .execute(),
      reads: await app.db
        .selectFrom('message_reads')
        .select('account_id')
        .where('account_id', '=', client.id)
        .execute(),
      muted: await app.db.selectFrom('muted_mails').select('address').execute(),
      project: await app.db
        .selectFrom('projects')
        .select(['email', 'search_text'])
        .where('id', '=', projectId)
        .execute(),
    };
    expect(JSON.stringify(rows)).not.toContain(client.email);
    expect(rows.requests).toContainEqual({ project_id: strangersId, account_email: 'ben@client.example' });
    expect(rows.reads).toEqual([]);
    // An accepted contract stays as both sides signed it.
    const { contract } = (await owner.call(api.getContractAsStudio, { params })).body;
    expect(contract.acceptance).toMatchObject({ name: 'ada Signatory', email: client.email });
  });

  it('deleting an account deletes its whole portal when nothing was accepted', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    const { client, projectId } = await createPortal(app, owner, { word: 'ada', isAccepted: false });
    expect((await client.call(api.deleteMyAccount)).status).toBe(200);
    for (const table of [
      'milestones',
      'contracts',
      'contract_versions',
      'contract_change_requests',
      'messages',
      'message_reads',
      'project_files',
      'project_activity',
      'pending_notifications',
    ] as const) {
      const rows = await app.db
        .selectFrom(table)
        .select('project_id')
        .where('project_id', '=', projectId)
        .execute();
      expect([table, rows]).toEqual([table, []]);
    }
    const kept = await app.db
      .selectFrom('stored_files')
      .select('drop_at')
      .where('drop_at', 'is', null)
      .execute();
    expect(kept).toEqual([]);
  });
});
