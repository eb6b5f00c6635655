import { createHash } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import type { AcceptanceRecord } from '@atelier/domain/contracts/schema.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { samplePdf } from '../../../test/samples/contracts.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';

const link = 'https://studio.example/contract';
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** A client's project with an accepted contract, an uploaded PDF or a link. */
async function accepted(
  { owner, client }: { owner: TestUser; client: TestUser },
  { company, source }: { company: string; source: 'upload' | 'link' },
): Promise<string> {
  const final = { ...sampleBrief, company };
  const params = { id: (await client.call(api.submitOnboarding, { body: { final } })).body.id as string };
  const draft = async () => (await owner.call(api.getContractAsStudio, { params })).body.contract.draft;
  if (source === 'upload') {
    const query = { name: 'one.pdf', revision: (await draft()).revision };
    await owner.call(api.uploadContractDocument, { params, query, body: samplePdf });
  }
  const body = { total: 4_200, source, link, revision: (await draft()).revision };
  await owner.call(api.saveContract, { params, body });
  await owner.call(api.sendContract, { params, body: { revision: (await draft()).revision } });
  const reply = await client.call(api.acceptContract, { params, body: { version: 1, name: 'Ada Sample' } });
  expect(reply.status).toBe(200);
  return params.id;
}

async function list({ owner }: { owner: TestUser }, query: Record<string, unknown> = {}) {
  const { status, body } = await owner.call(api.listAcceptances, { query });
  expect(status).toBe(200);
  return body as { items: AcceptanceRecord[]; hasOlder: boolean };
}

async function people(app: TestApp) {
  return { owner: await app.signInOwner(), client: await app.signIn({ email: 'ada@client.example' }) };
}

describeEachEngine((engine) => {
  it('an acceptance stays listed with its documents after its project is deleted', async () => {
    await using app = await createTestApp({ engine });
    const both = await people(app);
    const id = await accepted(both, { company: 'Gone Bakery', source: 'upload' });
    const { items } = await list(both);
    expect(items).toEqual([
      {
        _id: expect.any(String),
        id: items[0]?._id,
        projectId: id,
        projectTitle: 'Gone Bakery · Care',
        isProjectDeleted: false,
        source: 'upload',
        version: 1,
        hash: sha256(samplePdf),
        total: 4_200,
        name: 'Ada Sample',
        email: 'ada@client.example',
        address: '127.0.0.1',
        userAgent: expect.any(String),
        acceptedAt: app.clock.now().toISOString(),
        url: expect.any(String),
        recordUrl: expect.any(String),
      },
    ]);

    await both.owner.call(api.deleteProject, { params: { id }, query: { confirm: id.slice(-6) } });
    app.clock.advance(24 * 3_600);
    // Everything that isn't kept has been removed by now.
    await app.instance.jobs.runDue();
    const [kept] = (await list(both)).items;
    expect(kept).toEqual({
      ...items[0],
      isProjectDeleted: true,
      url: expect.any(String),
      recordUrl: expect.any(String),
    });
    const download = (url: string | null | undefined) =>
      app.inject({ method: 'GET', url: new URL(url ?? '').pathname });
    expect((await download(kept?.url)).rawPayload.equals(samplePdf)).toBe(true);
    const record = await download(kept?.recordUrl);
    expect([record.statusCode, record.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  it('an acceptance stays after its client deletes the account', async () => {
    await using app = await createTestApp({ engine });
    const both = await people(app);
    const id = await accepted(both, { company: 'Left Bakery', source: 'link' });
    await both.client.call(api.deleteMyAccount);
    const [kept] = (await list(both)).items;
    expect(kept).toMatchObject({ projectId: id, isProjectDeleted: false, email: 'ada@client.example' });
    expect([kept?.url, kept?.hash]).toEqual([link, sha256(link)]);
  });

  it('the list of acceptances pages newest first', async () => {
    await using app = await createTestApp({ engine });
    const both = await people(app);
    expect(await list(both)).toEqual({ items: [], hasOlder: false });
    for (const company of ['First', 'Second', 'Third']) await accepted(both, { company, source: 'link' });
    const titles = ({ items }: { items: AcceptanceRecord[] }) => items.map((item) => item.projectTitle);
    const newest = await list(both, { limit: 2 });
    expect([titles(newest), newest.hasOlder]).toEqual([['Third · Care', 'Second · Care'], true]);
    const older = await list(both, { limit: 2, before: newest.items[1]?._id });
    expect([titles(older), older.hasOlder]).toEqual([['First · Care'], false]);
  });

  it('the list of acceptances is for the studio only', async () => {
    await using app = await createTestApp({ engine });
    const both = await people(app);
    await accepted(both, { company: 'Secret Bakery', source: 'link' });
    const stranger = await app.signIn();
    for (const user of [both.client, stranger]) {
      const { status, body } = await user.call(api.listAcceptances);
      expect([status, JSON.stringify(body).includes('Secret')]).toEqual([403, false]);
    }
    expect((await app.call(api.listAcceptances)).status).toBe(401);
  });
});
