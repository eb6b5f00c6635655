import { api } from '@atelier/domain/api.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { up as bringToRule } from '../src/migrations/0270-one-address-rule.ts';
import { columnKinds } from '../src/platform/db/columns.ts';
import type { Engine } from '../src/platform/db/database.ts';
import { createCallScene } from './harness/call-scene.ts';
import { describeAnyEngine } from './harness/database.ts';
import { createTestServer } from './harness/server.ts';
import { callAuth, newestMail, PASSWORD, signUpByCall } from './harness/sign-in.ts';
import { createTestApp, type TestApp, type TestUser } from './harness/test-app.ts';
import { sampleEnquiry } from './samples/enquiries.ts';
import { makeInvitation } from './samples/people.ts';
import { sampleBrief } from './samples/projects.ts';

const VERA = 'vera@xn--bcher-kva.example';
/** One address as people write and paste it. */
const WRITTEN = [
  'Vera@bücher.example',
  '<vera@BÜCHER.example>,',
  'mailto:ve\u200Bra@b\u00ADücher.example',
] as const;

/** Has the migration run over what the database holds, as rows of an earlier version. */
async function migrateAgain({ db }: TestApp, engine: Engine): Promise<void> {
  await sql`drop table clashing_addresses`.execute(db);
  await bringToRule({ db, engine, column: columnKinds(engine) } as Parameters<typeof bringToRule>[0]);
}

const addressesFinding = async (owner: TestUser) => {
  const { findings } = (await owner.call(api.getHealth, { query: { refresh: 'true' } })).body;
  return findings.find(({ id }) => id === 'addresses');
};

describe('the one rule for addresses', () => {
  describeAnyEngine((engine) => {
    it('keeps an enquiry and mails its reply at one address, however it was written', async () => {
      await using app = await createTestApp({ engine });
      const owner = await app.signInOwner();
      for (const email of WRITTEN) {
        expect((await app.call(api.createEnquiry, { body: { ...sampleEnquiry, email } })).status).toBe(201);
        app.clock.advance(3_600);
      }
      const { items } = (await owner.call(api.listEnquiries)).body;
      expect(new Set(items.map(({ email }) => email))).toEqual(new Set([VERA]));
      const params = { id: items[0]?.id ?? '' };
      await owner.call(api.replyToEnquiry, { params, body: { body: 'Gladly.', key: params.id } });
      await app.drainOutbox();
      expect(app.mails.at(-1)?.to.address).toBe(VERA);
    });

    it('refuses what no mail can be sent to, and names the character beside the form’s sentence', async () => {
      await using app = await createTestApp({ engine });
      const reply = await app.call(api.createEnquiry, {
        body: { ...sampleEnquiry, email: 'ｖera@example.com' },
      });
      expect([reply.status, reply.body]).toMatchObject([
        400,
        {
          message: 'Enter a valid email.',
          issues: [
            {
              path: 'email',
              message: 'Enter a valid email.',
              detail: '“ｖ” (U+FF56) can’t stand before the @.',
            },
          ],
        },
      ]);
      expect(await app.db.selectFrom('enquiries').selectAll().execute()).toEqual([]);
    });

    it('books a call for the address, and asks it to confirm', async () => {
      const scene = await createCallScene(engine);
      await using _app = scene.app;
      expect((await scene.ask({ email: WRITTEN[1] })).status).toBe(201);
      expect(await scene.tokenTo(VERA)).not.toBe('');
    });

    it('invites the account with the address, and finds a second invitation to be the same', async () => {
      await using app = await createTestApp({ engine });
      const [ada, vera] = [await app.signIn(), await app.signIn({ email: VERA })];
      const { id } = (await ada.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
      for (const email of WRITTEN) {
        const body = { email, role: 'follows' as const };
        expect((await ada.call(api.inviteColleague, { params: { id }, body })).status).toBe(200);
        app.clock.advance(3_600);
      }
      expect((await vera.call(api.listReceivedInvitations)).body.items).toHaveLength(1);
    });

    it('signs up, signs in and mails links at one address, however it is written', async () => {
      await using server = await createTestServer({ engine });
      const typed = { email: WRITTEN[1], password: PASSWORD };
      expect((await callAuth(server, '/signup', { method: 'POST', body: typed })).status).toBe(200);
      expect(await newestMail(server, VERA)).toBeDefined();
      await signUpByCall(server, VERA);
      for (const email of WRITTEN) {
        const body = { email, password: PASSWORD };
        const reply = await callAuth(server, '/token?grant_type=password', { method: 'POST', body });
        expect([reply.status, reply.body.user.email]).toEqual([200, VERA]);
      }
      expect(
        (await callAuth(server, '/recover', { method: 'POST', body: { email: WRITTEN[2] } })).status,
      ).toBe(200);
      expect((await newestMail(server, VERA))?.subject).toContain('password');
    });

    it('brings stored addresses to the rule', async () => {
      await using app = await createTestApp({ engine });
      const { db } = app;
      const owner = await app.signInOwner();
      await app.call(api.createEnquiry, { body: sampleEnquiry });
      await db.updateTable('enquiries').set({ email: 'Vera@Bücher.example,' }).execute();
      await db
        .insertInto('muted_mails')
        .values(
          ['Vera@bücher.example', VERA].map((address) => ({
            ...{ address, kind: 'message' as const },
            created_at: '2026-01-01T00:00:00.000Z',
          })),
        )
        .execute();
      await migrateAgain(app, engine);
      const enquiry = await db
        .selectFrom('enquiries')
        .select(['email', 'search_text'])
        .executeTakeFirstOrThrow();
      expect(enquiry.email).toBe(VERA);
      expect(enquiry.search_text).toContain(VERA);
      expect(await db.selectFrom('muted_mails').select(['address', 'kind']).execute()).toEqual([
        { address: VERA, kind: 'message' },
      ]);
      expect(await addressesFinding(owner)).toMatchObject({ level: 'ok' });
    });

    it('leaves two that would become one, and shows them in Health until one is gone', async () => {
      await using app = await createTestApp({ engine });
      const { db } = app;
      const [owner, ada] = [await app.signInOwner(), await app.signIn()];
      const { id: projectId } = (await ada.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
      const make = (email: string) => makeInvitation(db, { projectId, email, invitedBy: ada.id });
      await make(VERA);
      const oddId = await make('vera@bücher.example');
      const accounts = [await app.signIn(), await app.signIn()];
      for (const account of accounts) await account.call(api.getMe);
      for (const [n, email] of ['ben@client.example', 'ben@client.example.'].entries()) {
        await db
          .updateTable('accounts')
          .set({ email })
          .where('id', '=', accounts[n]?.id ?? '')
          .execute();
      }
      await migrateAgain(app, engine);
      const stored = await db.selectFrom('project_invitations').select('email').orderBy('id').execute();
      expect(stored.map(({ email }) => email)).toEqual([VERA, 'vera@bücher.example']);
      const finding = await addressesFinding(owner);
      expect(finding?.level).toBe('notice');
      expect(finding?.sentence).toContain(`“vera@bücher.example” and “${VERA}”`);
      expect(finding?.sentence).toContain('“ben@client.example.” and “ben@client.example”');

      const params = { id: projectId, invitationId: oddId };
      expect((await ada.call(api.withdrawInvitation, { params })).status).toBe(200);
      await db
        .updateTable('accounts')
        .set({ email: 'other@client.example' })
        .where('email', '=', 'ben@client.example.')
        .execute();
      app.clock.advance(60);
      expect(await addressesFinding(owner)).toMatchObject({ level: 'ok' });
    });
  });
});
