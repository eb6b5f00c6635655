import { api } from '@atelier/domain/api.ts';
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestServer } from '../../../test/harness/server.ts';
import { callAuth, PASSWORD } from '../../../test/harness/sign-in.ts';
import { callWith, createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { makeSubjects } from '../../../test/samples/all-samples.ts';

const addressOf = async (user: TestUser) => (await user.call(api.renewCalendarFeed)).body.address;
const open = (app: TestApp, address: string) => app.inject({ url: new URL(address).pathname });
async function titlesAt(app: TestApp, address: string): Promise<string[]> {
  const calendar = new ICAL.Component(ICAL.parse((await open(app, address)).body));
  return calendar
    .getAllSubcomponents('vevent')
    .map((event) => String(event.getFirstPropertyValue('summary')))
    .sort();
}

/** A client with two milestones that are due, of which one is a draft, and another client. */
async function setUp(app: TestApp) {
  const [ada, eve, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
  const { projectId } = await makeSubjects(app, ada);
  for (const [title, published] of [
    ['Design; final', true],
    ['Secret plan', false],
  ] as const) {
    const params = { id: projectId };
    const created = await owner.call(api.createMilestone, { params, body: { title, due: '2026-03-20' } });
    const milestoneId = created.body.milestone.id;
    await app.db
      .updateTable('milestones')
      .set({ published: published ? 1 : 0 })
      .where('id', '=', milestoneId)
      .execute();
  }
  return { ada, eve, owner };
}

describeEachEngine((engine) => {
  it('shows clients their own published due dates, and the studio those of all and its calls', async () => {
    await using app = await createTestApp({ engine });
    const { ada, eve, owner } = await setUp(app);
    const adas = await titlesAt(app, await addressOf(ada));
    expect(adas.filter((title) => title.includes('Design; final'))).toHaveLength(1);
    expect(adas.join()).not.toMatch(/Secret plan|Call with/);
    expect(await titlesAt(app, await addressOf(eve))).toEqual([]);
    const studios = await titlesAt(app, await addressOf(owner));
    expect(studios.join()).toMatch(/Call with Client 1.*Due: Design; final \(/);
    expect(studios.join()).not.toContain('Secret plan');
    const reply = await open(app, await addressOf(ada));
    expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toContain('DTSTART;VALUE=DATE:20260320');
    // Nobody is busy for the whole day on which something is due.
    const dues = reply.body.split('BEGIN:VEVENT').slice(1);
    expect(dues.filter((due) => !due.includes('TRANSP:TRANSPARENT'))).toEqual([]);
    expect(JSON.stringify(app.log)).not.toMatch(/[\w-]{43}\.ics/);
  });

  it('security: ends an address when it is renewed, removed, or its account is disabled or deleted', async () => {
    await using app = await createTestApp({ engine });
    const { ada } = await setUp(app);
    const first = await addressOf(ada);
    expect((await ada.call(api.getCalendarFeed)).body.createdAt).not.toBeNull();
    expect((await open(app, first)).statusCode).toBe(200);
    const second = await addressOf(ada);
    expect([(await open(app, first)).statusCode, (await open(app, second)).statusCode]).toEqual([404, 200]);
    const rows = JSON.stringify(await app.db.selectFrom('calendar_feeds').selectAll().execute());
    expect(rows).not.toContain(new URL(second).pathname.slice(-47, -4));
    await ada.call(api.deleteCalendarFeed);
    expect((await open(app, second)).statusCode).toBe(404);
    expect((await ada.call(api.getCalendarFeed)).body).toEqual({ createdAt: null });

    const third = await addressOf(ada);
    await app.db.updateTable('accounts').set({ disabled_at: 'now' }).where('id', '=', ada.id).execute();
    expect((await open(app, third)).statusCode).toBe(404);
    await app.db.updateTable('accounts').set({ disabled_at: null }).where('id', '=', ada.id).execute();
    expect((await open(app, third)).statusCode).toBe(200);
    await ada.call(api.deleteMyAccount);
    expect((await open(app, third)).statusCode).toBe(404);
    const left = app.db.selectFrom('calendar_feeds').select('account_id').where('account_id', '=', ada.id);
    expect(await left.execute()).toEqual([]);
  });

  it('security: knows no address that is none', async () => {
    await using app = await createTestApp({ engine });
    for (const token of [
      'x',
      `${'x'.repeat(43)}.ics`,
      `${'x'.repeat(43)}`,
      '../me',
      `${'x'.repeat(43)}.ics.ics`,
    ]) {
      const reply = await app.inject({ url: `/api/calendar/${encodeURIComponent(token)}` });
      expect([token, reply.statusCode]).toEqual([token, 404]);
    }
  });

  it('security: shows an admin who is one no longer a client’s calendar', async () => {
    await using app = await createTestApp({ engine });
    const { owner } = await setUp(app);
    const address = await addressOf(owner);
    expect(await titlesAt(app, address)).not.toEqual([]);
    await app.db.updateTable('accounts').set({ role: 'client' }).where('id', '=', owner.id).execute();
    expect(await titlesAt(app, address)).toEqual([]);
  });

  it('security: an admin who still has to set a second factor up makes no address, and reads at none', async () => {
    await using app = await createTestApp({ engine, env: { AUTH_ADMIN_MFA: 'required' } });
    const owner = await app.signInOwner();
    await owner.call(api.getMe);
    const refused = await owner.call(api.renewCalendarFeed);
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_setup_required']);
    const ready = await app.signIn({ secondFactor: 'given' });
    await ready.call(api.getMe);
    await app.db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', ready.id).execute();
    const address = await addressOf(ready);
    expect((await open(app, address)).statusCode).toBe(200);
    app.removeSecondFactor(ready);
    expect((await open(app, address)).statusCode).toBe(404);
  });

  it('mails that an address was made, without it', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    await ada.call(api.getMe);
    const address = await addressOf(ada);
    await app.drainOutbox();
    const mail = app.mails.findLast(({ to }) => to.address === ada.email);
    expect(mail?.subject).toMatch(/^A calendar link was created/);
    expect(`${mail?.text} ${mail?.html}`).not.toContain(new URL(address).pathname);
  });

  it.each([
    ['a new password', '/user', 'PUT', { password: `${PASSWORD} 2`, current_password: PASSWORD }],
    ['signing out everywhere', '/logout?scope=global', 'POST', undefined],
    ['signing out elsewhere', '/logout?scope=others', 'POST', undefined],
  ] as const)('security: %s ends the address', async (_what, path, method, body) => {
    await using server = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
    const signedUp = await callAuth(server, '/signup', {
      body: { email: 'ada@client.example', password: PASSWORD },
    });
    const token = signedUp.body.access_token;
    const call = callWith(server, token);
    const { address } = (await call(api.renewCalendarFeed)).body;
    const status = async () => (await server.inject({ url: new URL(address).pathname })).statusCode;
    expect(await status()).toBe(200);
    const changed = await callAuth(server, path, { method, token, ...(body ? { body } : {}) });
    expect(changed.status).toBeLessThan(300);
    expect(await status()).toBe(404);
  });
});
