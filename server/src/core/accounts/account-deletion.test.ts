import { FORMER_CLIENT_ID } from '@atelier/domain/accounts/rules.ts';
import { api } from '@atelier/domain/api.ts';
import { RECENT_SIGN_IN_SECONDS } from '@atelier/domain/auth/rules.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase, describeEachEngine } from '../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../test/harness/server.ts';
import {
  callAuth,
  makeServiceToken,
  newestMail,
  PASSWORD,
  signUpByCall,
  tryPassword,
} from '../../../test/harness/sign-in.ts';
import { callWith, createTestApp } from '../../../test/harness/test-app.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { readListCount } from '../lists/list-counts.repository.ts';
import { ProjectsService } from '../projects/projects.service.ts';

const ADA = 'ada@client.example';
const rowsOf = async ({ db }: TestServer, table: 'auth_users' | 'auth_sessions' | 'projects') =>
  (await db.selectFrom(table).select('id').execute()).length;

describeEachEngine((engine) => {
  it('deleting an account immediately deletes its sign-in, sessions and projects, and sends a confirmation', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA, { data: { username: 'ada' } });
    const { access_token: other } = await signUpByCall(server, 'ben@client.example');
    const [ada, ben] = [callWith(server, token), callWith(server, other)];
    await ada(api.submitOnboarding, { body: { final: sampleBrief } });
    await ada(api.saveOnboarding, { body: { step: 1, data: { company: 'Draft Ltd' } } });
    await ben(api.submitOnboarding, { body: { final: { ...sampleBrief, company: 'Zebra' } } });

    await ada(api.setMyNotification, { body: { kind: 'file', isOn: false } });
    expect((await ada(api.deleteMyAccount)).body).toEqual({ deleted: true });
    expect(await server.db.selectFrom('muted_mails').selectAll().execute()).toEqual([]);
    expect((await ada(api.getMe)).status).toBe(401);
    expect([await rowsOf(server, 'auth_users'), await rowsOf(server, 'auth_sessions')]).toEqual([1, 1]);
    expect(await rowsOf(server, 'projects')).toBe(1);
    expect(await readListCount(server.db, ['accounts'])).toBe(1);
    expect(await readListCount(server.db, ['projects.submitted', 'projects.draft'])).toBe(1);

    // The password is deleted: signing in with it gets the reply for an unknown address.
    expect((await tryPassword(server, ADA)).body.code).toBe('invalid_credentials');

    const goodbye = await newestMail(server, ADA);
    expect(goodbye?.subject).toMatch(/^Your account at .+ is deleted$/);
    expect(goodbye?.text).toContain('Deleted: Acme');
    const note = await newestMail(server, 'owner@studio.example');
    expect(note?.subject).toBe('A client deleted their account');
    expect(note?.text).toContain('Acme');
    expect(note?.text).not.toMatch(/Draft Ltd|ada@client/);

    // The name and the address are free again for a new account.
    const again = await signUpByCall(server, ADA, { data: { username: 'ADA' } });
    const { body } = await callWith(server, again.access_token)(api.getMe);
    expect(body.user).toMatchObject({ email: ADA, username: 'ADA' });
    expect((await callWith(server, again.access_token)(api.listMyProjects)).body.total).toBe(0);
  });

  it('deleting an account keeps projects with accepted contracts, without their client', async () => {
    await using app = await createTestApp({ engine });
    const [ben, owner] = [await app.signIn({ email: 'ben@client.example' }), await app.signInOwner()];
    const submit = async (company: string): Promise<string> =>
      (await ben.call(api.submitOnboarding, { body: { final: { ...sampleBrief, company } } })).body.id;
    const [first, second] = [await submit('Acme'), await submit('Without a contract')];
    // The stand-in for former clients exists from the first deletion on.
    await (await app.signIn()).call(api.deleteMyAccount);
    const deleting: string[] = [];
    const projects = new ProjectsService({
      maySignIn: async () => true,
      db: app.db,
      clock: app.clock,
      recordEvent: async () => {},
      findStages: async () => new Map(),
      deleting: async (_trx, { id }) => {
        deleting.push(id);
      },
    });
    const ended = await transaction(app.db, (trx) =>
      projects.endClient(trx, ben, async (_trx, id) => id === first),
    );
    expect([ended.kept.map(({ id }) => id), ended.deleted.map(({ id }) => id)]).toEqual([[first], [second]]);
    expect(deleting).toEqual([second]);
    const listed = (await owner.call(api.listProjects, { query: {} })).body.items;
    expect(listed).toMatchObject([{ id: first, userId: FORMER_CLIENT_ID, email: '', company: 'Acme' }]);
    expect((await owner.call(api.listProjects, { query: { q: 'ben@client' } })).body.items).toEqual([]);
    expect((await ben.call(api.getPortalProject, { params: { id: first } })).status).toBe(404);
    const users = (await owner.call(api.listUsers)).body.map(({ _id }: { _id: string }) => _id);
    expect(users).not.toContain(FORMER_CLIENT_ID);
  });

  it('deleting an account requires a recent sign-in', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA);
    server.clock.advance(RECENT_SIGN_IN_SECONDS);
    const refused = await callWith(server, token)(api.deleteMyAccount);
    expect([refused.status, refused.body.code]).toEqual([403, 'recent_sign_in_required']);
    const signedIn = await callAuth(server, '/token?grant_type=password', {
      body: { email: ADA, password: PASSWORD },
    });
    // Renewing a session does not make it a new one.
    const renewed = await callAuth(server, '/token?grant_type=refresh_token', {
      body: { refresh_token: signedIn.body.refresh_token },
    });
    server.clock.advance(RECENT_SIGN_IN_SECONDS - 1);
    expect((await callWith(server, renewed.body.access_token)(api.deleteMyAccount)).status).toBe(200);
  });

  it('deleting an account is refused for the last admin', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, 'owner@studio.example');
    const owner = callWith(server, token);
    await owner(api.getMe);
    const refused = await owner(api.deleteMyAccount);
    expect([refused.status, refused.body.code]).toEqual([409, 'last_admin']);
    expect(await rowsOf(server, 'auth_users')).toBe(1);
    expect((await owner(api.getMe)).body.role).toBe('admin');

    const { access_token: other, user } = await signUpByCall(server, 'second@studio.example');
    await callWith(server, other)(api.getMe);
    await server.db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', user.id).execute();
    // Concurrently: one of them stays.
    const replies = await Promise.all(
      [token, other].map((each) => callWith(server, each)(api.deleteMyAccount)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('an account is deleted once when several calls delete it concurrently', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA);
    await callWith(server, token)(api.getMe);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => callWith(server, token)(api.deleteMyAccount)),
    );
    expect(replies.every(({ status }) => [200, 401].includes(status))).toBe(true);
    expect(await readListCount(server.db, ['accounts'])).toBe(0);
    await server.drainOutbox();
    expect(server.mails.filter(({ subject }) => / is deleted$/.test(subject))).toHaveLength(1);
  });

  it('an account is deleted when a service deletes its user at the provider', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token, user } = await signUpByCall(server, ADA);
    await callWith(server, token)(api.submitOnboarding, { body: { final: sampleBrief } });
    const { access_token: ownerToken, user: owner } = await signUpByCall(server, 'owner@studio.example');
    await callWith(server, ownerToken)(api.getMe);
    const service = await makeServiceToken(server);
    const remove = (id: string) =>
      callAuth(server, `/admin/users/${id}`, { method: 'DELETE', token: service });

    expect((await remove(user.id)).status).toBe(200);
    expect(await rowsOf(server, 'projects')).toBe(0);
    expect((await newestMail(server, ADA))?.subject).toMatch(/is deleted$/);
    // If the product refuses, the provider keeps the user too.
    const refused = await remove(owner.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'last_admin']);
    expect(await rowsOf(server, 'auth_users')).toBe(1);
  });

  it('deleting an account keeps the user of an external provider', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn({ email: ADA });
    await ada.call(api.submitOnboarding, { body: { final: sampleBrief } });
    expect((await ada.call(api.deleteMyAccount)).status).toBe(200);
    // The external provider keeps the user, who returns as a new, empty account.
    expect((await ada.call(api.listMyProjects)).body.total).toBe(0);
  });

  it('deleting an account covers every table with a foreign key to accounts', async () => {
    // A foreign key blocks the deletion. A new table here needs a line in product.ts (accountClosing).
    await using database = await createTestDatabase(engine);
    const query =
      engine === 'sqlite'
        ? sql<{ name: string }>`select m.name from sqlite_master m join pragma_foreign_key_list(m.name) f
            on f."table" = 'accounts' where m.type = 'table'`
        : sql<{ name: string }>`select conrelid::regclass::text as name from pg_constraint
            where contype = 'f' and confrelid = 'accounts'::regclass`;
    const { rows } = await query.execute(database.db);
    expect(rows.map(({ name }) => name)).toEqual(['projects']);
  });
});
