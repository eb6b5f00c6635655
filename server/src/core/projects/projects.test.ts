import { api } from '@atelier/domain/api.ts';
import { type Brief, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';

const MISSING = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';

const final: Brief = {
  ...emptyBrief(),
  contact: 'Ada',
  email: 'brief@acme.example',
  timelineConfidence: 'firm',
  contentReadiness: 'ready',
};

async function submit(user: TestUser, change: Partial<Brief> = {}): Promise<string> {
  const reply = await user.call(api.submitOnboarding, { body: { final: { ...final, ...change } } });
  expect(reply.status).toBe(200);
  return reply.body.id;
}

const stored = (app: TestApp) => app.db.selectFrom('projects').selectAll().orderBy('id').execute();

describeEachEngine((engine) => {
  it('a project is shown in full to its client and to the studio', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const id = await submit(ada, { company: 'Acme' });
    const forClient = await ada.call(api.getPortalProject, { params: { id } });
    expect(forClient.body.project).toMatchObject({
      id,
      userId: ada.id,
      status: 'submitted',
      data: { company: 'Acme' },
    });
    expect(forClient.body.project.clientRole).toBe('contact');
    const forStudio = { project: { ...forClient.body.project, clientRole: null } };
    expect((await owner.call(api.getPortalProject, { params: { id } })).body).toEqual(forStudio);
    expect((await owner.call(api.getProject, { params: { id } })).body).toEqual(forStudio);
    expect((await owner.call(api.getProject, { params: { id: id.toUpperCase() } })).body).toEqual(forStudio);
  });

  it('a project replies to another client exactly as a missing one does, whatever they try', async () => {
    await using app = await createTestApp({ engine });
    const [ada, eve] = [await app.signIn(), await app.signIn()];
    const id = await submit(ada, { company: 'Acme' });
    const before = await stored(app);
    const tries = (projectId: string) => [
      eve.call(api.getPortalProject, { params: { id: projectId } }),
      eve.call(api.deleteOwnProject, { params: { id: projectId } }),
      eve.call(api.saveOnboarding, { body: { id: projectId, step: 1, data: { company: 'Mine' } } }),
      eve.call(api.submitOnboarding, { body: { id: projectId, final } }),
    ];
    const [foreign, missing] = [await Promise.all(tries(id)), await Promise.all(tries(MISSING))];
    expect(foreign.map((reply) => reply.status)).toEqual([404, 404, 404, 404]);
    expect(foreign.map((reply) => reply.body)).toEqual(missing.map((reply) => reply.body));
    for (const endpoint of [api.getProject, api.deleteProject]) {
      expect((await eve.call(endpoint, { params: { id } })).status).toBe(403);
    }
    expect(await stored(app)).toEqual(before);
    expect((await eve.call(api.listMyProjects)).body.items).toEqual([]);
  });

  it('a project is deleted once, by its client or by the studio', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const [first, second, third] = [
      await submit(ada, { company: 'One' }),
      await submit(ada, { company: 'Two' }),
      await submit(ada, { company: 'Three' }),
    ];
    expect((await ada.call(api.deleteOwnProject, { params: { id: first } })).body).toEqual({ deleted: true });
    expect((await owner.call(api.deleteOwnProject, { params: { id: second } })).body).toEqual({
      deleted: true,
    });
    const racing = await Promise.all(
      Array.from({ length: 4 }, () => owner.call(api.deleteProject, { params: { id: third } })),
    );
    expect(racing.map((reply) => reply.status).sort()).toEqual([200, 404, 404, 404]);
    expect((await ada.call(api.deleteOwnProject, { params: { id: first } })).status).toBe(404);
    expect(await stored(app)).toEqual([]);
    expect((await owner.call(api.listProjects)).body).toEqual({ items: [], total: 0, page: 1, pages: 1 });
  });

  it('a project is archived and restored, and the lists’ counts follow', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const id = await submit(ada, { company: 'One' });
    await submit(ada, { company: 'Two' });
    const totals = async () =>
      Promise.all(
        (['submitted', 'archived'] as const).map(
          async (status) => (await owner.call(api.listProjects, { query: { status } })).body.total,
        ),
      );
    const own = async () =>
      (await ada.call(api.listMyProjects, { query: { status: 'submitted' } })).body.items.map(
        (item: { company?: string; data: { company: string } }) => item.data.company,
      );
    app.clock.advance(60);
    const archiving = await Promise.all(
      Array.from({ length: 4 }, () => owner.call(api.archiveProject, { params: { id } })),
    );
    expect(archiving.map(({ status, body }) => [status, body.project.status])).toEqual(
      Array(4).fill([200, 'archived']),
    );
    expect(await totals()).toEqual([1, 1]);
    expect(await own()).toEqual(['Two']);
    expect((await ada.call(api.getPortalProject, { params: { id } })).body.project).toMatchObject({
      status: 'archived',
      updatedAt: '2026-03-02T09:01:00.000Z',
      final: { company: 'One' },
    });
    expect((await owner.call(api.restoreProject, { params: { id } })).body.project.status).toBe('submitted');
    expect((await owner.call(api.restoreProject, { params: { id } })).status).toBe(200);
    expect(await totals()).toEqual([2, 0]);
    expect(await own()).toEqual(['Two', 'One']);
    const { items } = (await ada.call(api.listActivity, { params: { id } })).body;
    expect(items.map((item: { kind: string }) => item.kind)).toEqual([
      'project_restored',
      'project_archived',
      'project_submitted',
    ]);
    await owner.call(api.archiveProject, { params: { id } });
    await owner.call(api.deleteProject, { params: { id } });
    expect(await totals()).toEqual([1, 0]);
  });

  it('a draft can’t be archived or restored', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const { id } = (await ada.call(api.saveOnboarding, { body: { step: 1, data: {} } })).body;
    for (const endpoint of [api.archiveProject, api.restoreProject]) {
      const reply = await owner.call(endpoint, { params: { id } });
      expect([reply.status, reply.body.code]).toEqual([409, 'project_closed']);
      expect((await owner.call(endpoint, { params: { id: MISSING } })).status).toBe(404);
      expect((await ada.call(endpoint, { params: { id } })).status).toBe(403);
    }
  });

  it('a malformed project id is answered as not found', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    for (const id of ['1', 'undefined', '%00', "' or 1=1 --", '../admin/users', 'x'.repeat(150)]) {
      const reply = await owner.call(api.getProject, { params: { id } });
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
    }
  });

  it('the studio’s project list sorts by last change, filters by status, searches and pages', async () => {
    await using app = await createTestApp({ engine });
    const [ada, ben, owner] = [
      await app.signIn({ email: 'ada@client.example' }),
      await app.signIn({ email: 'ben_x@client.example' }),
      await app.signInOwner(),
    ];
    const first = await submit(ada, {
      company: 'Éclair',
      domain: 'eclair.example',
      features: ['web', 'support'],
    });
    app.clock.advance(1);
    await ben.call(api.saveOnboarding, { body: { step: 2, data: { company: '100% Ben' } } });
    app.clock.advance(1);
    await submit(ada, { company: 'Later' });
    app.clock.advance(1);
    await ben.call(api.saveOnboarding, { body: { step: 2, data: {} } });

    const list = async (query: Record<string, unknown>) => {
      const { body } = await owner.call(api.listProjects, { query });
      return [body.items.map((item: { company: string }) => item.company), body.total, body.pages];
    };
    expect(await list({})).toEqual([['100% Ben', 'Later', 'Éclair'], 3, 1]);
    expect(await list({ status: 'submitted' })).toEqual([['Later', 'Éclair'], 2, 1]);
    expect(await list({ status: 'draft' })).toEqual([['100% Ben'], 1, 1]);
    expect(await list({ status: 'archived' })).toEqual([[], 0, 1]);
    expect(await list({ limit: 2, page: 2 })).toEqual([['Éclair'], 3, 2]);
    expect(await list({ q: 'ECLAIR' })).toEqual([['Éclair'], 1, 1]);
    expect(await list({ q: 'brief@acme' })).toEqual([['Later', 'Éclair'], 2, 1]);
    expect(await list({ q: 'ben_x@' })).toEqual([['100% Ben'], 1, 1]);
    expect(await list({ q: '00%' })).toEqual([['100% Ben'], 1, 1]);
    expect(await list({ q: first.slice(-6) })).toEqual([['Éclair'], 1, 1]);
    expect(await list({ q: 'éclair', status: 'draft' })).toEqual([[], 0, 1]);

    const [row] = (await owner.call(api.listProjects, { query: { q: 'éclair' } })).body.items;
    expect(row).toEqual({
      _id: first,
      id: first,
      userId: ada.id,
      email: 'ada@client.example',
      title: 'Website',
      status: 'submitted',
      step: 7,
      company: 'Éclair',
      domain: 'eclair.example',
      featureCount: 2,
      stage: 'proposal',
      milestones: { total: 0, approved: 0 },
      value: { low: 2_400, high: 3_600, isEstimate: true },
      nextDue: null,
      isAccepted: false,
      createdAt: '2026-03-02T09:00:00.000Z',
      updatedAt: '2026-03-02T09:00:00.000Z',
      submittedAt: '2026-03-02T09:00:00.000Z',
      data: { company: 'Éclair', domain: 'eclair.example', features: ['web', 'support'] },
    });
  });

  it('a project with options no longer offered is shown as it was saved', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const id = await submit(ada);
    const old = JSON.stringify({ features: ['ads', 'web'], company: 'Old', budgetRange: '1m', crm: 'Gone' });
    await app.db
      .updateTable('projects')
      .set({ data: old, final: old, company: 'Old' })
      .where('id', '=', id)
      .execute();
    const { project } = (await ada.call(api.getPortalProject, { params: { id } })).body;
    expect(project.data).toMatchObject({
      features: ['ads', 'web'],
      budgetRange: '1m',
      tone: emptyBrief().tone,
    });
    expect(project.final).toEqual(project.data);
    expect((await owner.call(api.listProjects)).body.items[0]?.data.features).toEqual(['ads', 'web']);
    expect((await ada.call(api.listMyProjects)).status).toBe(200);
  });

  it('a project search with very many matches reports only that there are many', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const id = await submit(ada, { company: 'Acme' });
    const [project] = await stored(app);
    if (!project) throw new Error('It was not stored');
    const prefix = id.slice(0, -4);
    const copies = Array.from({ length: 1_004 }, (_, i) => ({
      ...project,
      id: `${prefix}${i.toString(16).padStart(4, '0')}`,
    })).filter((copy) => copy.id !== id);
    for (let i = 0; i < copies.length; i += 100) {
      await app.db
        .insertInto('projects')
        .values(copies.slice(i, i + 100))
        .execute();
    }
    const { body } = await owner.call(api.listProjects, { query: { q: 'acme' } });
    expect(body).toMatchObject({ total: 1_000, pages: 50 });
    expect(body.items).toHaveLength(20);
  });
});
