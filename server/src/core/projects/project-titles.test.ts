import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';

type Features = (typeof sampleBrief)['features'];

async function submit(client: TestUser, features: readonly string[]): Promise<{ id: string }> {
  const final = { ...sampleBrief, features: features as Features };
  return { id: (await client.call(api.submitOnboarding, { body: { final } })).body.id };
}

const rename = (user: TestUser, params: { id: string }, title: string, seen?: string) =>
  user.call(api.renameProject, { params, body: { title, ...(seen !== undefined && { seen }) } });

describeEachEngine((engine) => {
  it('a project has a title by its features until its client or the studio gives it one', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const [site, page] = [await submit(ada, ['web', 'ecom', 'seo']), await submit(ada, ['lp', 'brand'])];
    const titles = async () => {
      const lists = [
        (await ada.call(api.listMyProjects)).body.items,
        (await owner.call(api.listProjects, { query: { sort: 'submitted' } })).body.items,
        (await owner.call(api.getBoard)).body.items,
      ];
      return lists.map((items: { id: string; title: string }[]) =>
        [site, page].map(({ id }) => items.find((item) => item.id === id)?.title),
      );
    };
    expect(await titles()).toEqual(Array(3).fill(['Website', 'Landing page']));

    app.clock.advance(60);
    const byClient = await rename(ada, page, '  Spring \n campaign ');
    expect([byClient.status, byClient.body.project]).toMatchObject([
      200,
      { title: 'Spring campaign', updatedAt: '2026-03-02T09:01:00.000Z' },
    ]);
    expect((await rename(owner, site, 'Shop')).body.project).toMatchObject({ title: 'Shop' });
    expect(await titles()).toEqual(Array(3).fill(['Shop', 'Spring campaign']));
    expect((await ada.call(api.exportMyData)).body.projects).toMatchObject([
      { title: 'Shop' },
      { title: 'Spring campaign' },
    ]);
    const sheet = (await owner.call(api.exportProjects)).body as string;
    expect(sheet).toContain(',Acme,Shop,');

    expect((await rename(ada, page, '')).body.project.title).toBe('Landing page');
  });

  it('a new title is in both sides’ activity, in the audit and in the overview; the same one again is not', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn({ email: 'ada@client.example' }), await app.signInOwner()];
    const project = await submit(ada, ['web']);
    await rename(ada, project, 'Shop');
    await rename(ada, project, 'Shop', 'Website');
    await rename(owner, project, 'Web shop');
    const activity = async (user: TestUser) =>
      (await user.call(api.listActivity, { params: project })).body.items
        .filter(({ kind }: { kind: string }) => kind === 'project_renamed')
        .map(({ detail }: { detail: unknown }) => detail);
    const renamed = [
      { from: 'Shop', to: 'Web shop' },
      { from: 'Website', to: 'Shop' },
    ];
    expect([await activity(ada), await activity(owner)]).toEqual([renamed, renamed]);
    const audit = (await owner.call(api.listAdminActions)).body.items;
    expect(audit).toMatchObject([
      {
        says: 'renamed the project Acme · Shop to “Web shop”',
        subject: { id: project.id, title: 'Acme · Shop' },
        outcome: 'done',
      },
    ]);
    const { waiting } = (await owner.call(api.getOverview)).body;
    expect(waiting.proposals).toMatchObject([{ project: 'Acme · Web shop' }]);
    await app.drainOutbox();
    const sent = app.mails.length;
    expect((await owner.call(api.deleteProject, { params: project })).status).toBe(200);
    await app.drainOutbox();
    expect(app.mails.slice(sent).map(({ subject }) => subject)).toEqual([
      'Your project was deleted: Acme · Web shop',
    ]);
  });

  it('a project is found by its title, and no longer by a former one', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn({ email: 'ada@client.example' }), await app.signInOwner()];
    const [site, page] = [await submit(ada, ['web']), await submit(ada, ['lp'])];
    const found = async (q: string) =>
      (await owner.call(api.listProjects, { query: { q } })).body.items.map(
        (item: { id: string }) => item.id,
      );
    expect(await found('landing')).toEqual([page.id]);
    await rename(ada, page, 'Frühling');
    expect(await found('fruhl')).toEqual([page.id]);
    expect(await found('landing')).toEqual([]);
    expect(await found('acme')).toEqual([page.id, site.id]);
  });

  it('a title is refused when another person renamed the project meanwhile, when it is too long or the project is closed', async () => {
    await using app = await createTestApp({ engine });
    const [ada, eve, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    const project = await submit(ada, ['web']);
    await rename(owner, project, 'Shop', 'Website');
    const late = await rename(ada, project, 'Bakery', 'Website');
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'conflict', message: expect.stringContaining('“Shop”') },
    ]);
    expect((await rename(ada, project, 'Bakery', 'Shop')).body.project.title).toBe('Bakery');
    expect((await rename(ada, project, 'x'.repeat(81))).status).toBe(400);
    expect((await rename(eve, project, 'Mine')).status).toBe(404);
    const draft = await ada.call(api.saveOnboarding, { body: { step: 1, data: { company: 'Next' } } });
    const own = { id: draft.body.onboarding.id as string };
    expect((await rename(ada, own, 'Next')).body.code).toBe('project_closed');
    await owner.call(api.archiveProject, { params: project });
    expect((await rename(owner, project, 'Late')).body.code).toBe('project_closed');
    expect((await ada.call(api.getPortalProject, { params: project })).body.project.title).toBe('Bakery');
  });
});
