import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, type EndpointName } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { SIGN_IN_PREFIX } from '../src/platform/http/places.ts';
import { isApiPath, isBelow, knownRoutes } from '../src/platform/http/routes.ts';
import { describeAnyEngine } from './harness/database.ts';
import { setUpDecisions } from './harness/decision-links.ts';
import { setUpMailIn } from './harness/mail-in.ts';
import type { TestApp, TestUser } from './harness/test-app.ts';
import { createTestApp } from './harness/test-app.ts';

/** The question that a door asks about the account that it stands for; otherwise why there is none to ask about. */
type Question = 'maySignIn' | 'mayActWithoutSession' | { nobody: string };

type PublicEndpoint = {
  [Name in EndpointName]: (typeof api)[Name]['access'] extends 'public' ? Name : never;
}[EndpointName];

/** Every call without a session. A new one doesn't compile until it is here, and asks what it says. */
const CALLS = {
  findDecision: 'mayActWithoutSession',
  decide: 'mayActWithoutSession',
  readCalendarFeed: 'maySignIn',
  getApiDocument: { nobody: 'the same for everyone' },
  checkUsername: { nobody: 'whether a name is free' },
  createEnquiry: { nobody: 'a visitor’s' },
  listOfferedTimes: { nobody: 'a visitor’s' },
  createBooking: { nobody: 'a visitor’s' },
  findOwnBooking: { nobody: 'a visitor’s' },
  confirmOwnBooking: { nobody: 'a visitor’s' },
  moveOwnBooking: { nobody: 'a visitor’s' },
  cancelOwnBooking: { nobody: 'a visitor’s' },
  receiveCardEvent: { nobody: 'the card provider’s, and signed' },
} as const satisfies Record<PublicEndpoint, Question>;

/** Every address beside the API and the sign-in, which looks at bans itself. */
const ADDRESSES: Readonly<Record<string, string>> = {
  '/.well-known/security.txt': 'the same for everyone',
  '/dev/mailbox': 'this machine’s operator alone',
  '/dev/mailbox/:id': 'this machine’s operator alone',
  '/dev/mailbox/:id/html': 'this machine’s operator alone',
  '/files/:token': 'given to a session that may read the file, for minutes',
  '/healthz': 'the same for everyone',
  '/metrics': 'the operator’s, by a secret of the settings',
  '/readyz': 'the same for everyone',
  '/security-policy': 'the same for everyone',
  '/unsubscribe': 'turns a kind of mail to an address off, whoever can sign in',
};

/** Where secrets are made that open something without a session, or are kept; of whom, is asked there. */
const SECRETS: Readonly<Record<string, string>> = {
  'features/calendar-feeds/calendar-feeds.service.ts': 'maySignIn, by the workflow that lists the entries',
  'features/mail-decisions/mail-decisions.service.ts': 'mayActWithoutSession',
  'features/mail-in/reply-addresses.ts':
    'mayActWithoutSession, before it is put into a mail and when an answer comes',
  'features/notifications/unsubscribe.ts': 'turns a kind of mail to an address off, whoever can sign in',
  'features/bookings/call-link.ts': 'a visitor’s',
  'features/bookings/busy-calendar.service.ts': 'kept, opens nothing',
  'backup-settings.ts': 'kept, opens nothing',
};

describe('the doors without a session', () => {
  it('are all named: addresses beside the API', async () => {
    await using app = await createTestApp({ engine: 'sqlite' });
    const others = knownRoutes(app.http)
      .map(({ pattern }) => pattern)
      .filter((pattern) => !isApiPath(pattern) && !isBelow(SIGN_IN_PREFIX, pattern));
    expect([...new Set(others)].sort()).toEqual(Object.keys(ADDRESSES).sort());
  });

  it('are all named: secrets that are made', () => {
    const cwd = join(import.meta.dirname, '../src');
    const makers = globSync('**/*.ts', { cwd })
      .filter((file) => !file.endsWith('.test.ts') && !/^(platform|features\/auth)\//.test(file))
      .filter((file) => /\bnewSecret\(|\.hmac\(|\.seal\(/.test(readFileSync(join(cwd, file), 'utf8')));
    expect(makers.sort()).toEqual(Object.keys(SECRETS).sort());
  });
});

/** What shuts a door, by the question that it asks. */
const ENDS: [string, Question[], (app: TestApp, user: TestUser) => unknown][] = [
  [
    'the account is disabled',
    ['maySignIn', 'mayActWithoutSession'],
    (app, user) =>
      app.db.updateTable('accounts').set({ disabled_at: '2026-03-02' }).where('id', '=', user.id).execute(),
  ],
  ['the provider has banned it', ['maySignIn', 'mayActWithoutSession'], (app, user) => app.ban(user)],
  ['the provider has deleted it', ['maySignIn', 'mayActWithoutSession'], (app, user) => app.forget(user)],
  ['it has a second factor', ['mayActWithoutSession'], (app, user) => app.addSecondFactor(user)],
];

describeAnyEngine((engine) => {
  it.each(ENDS)(
    'security: links that decide end once %s, and mails have none',
    async (_what, questions, end) => {
      const scene = await setUpDecisions(engine);
      await using _ = scene.app;
      const { token } = await scene.review(scene.bea);
      await end(scene.app, scene.bea);
      const isShut = questions.includes(CALLS.decide);
      expect((await scene.find(token)).body.state).toBe(isShut ? 'sign_in' : 'open');
      expect((await scene.decide(token, 'approve')).body.code).toBe(isShut ? 'sign_in_required' : undefined);
      const before = scene.app.mails.length;
      await scene.waits.review(scene.id, 'Texts');
      await scene.deliver();
      const to = ({ email }: TestUser) =>
        scene.app.mails.slice(before).filter((mail) => mail.to.address === email);
      expect(
        to(scene.bea)
          .map(({ text }) => text)
          .join(),
      ).not.toContain('/decide#');
      expect(
        to(scene.ada)
          .map(({ text }) => text)
          .join(),
      ).toContain('/decide#');
    },
  );

  it.each(ENDS)('security: a calendar’s address is shut once %s', async (_what, _questions, end) => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    await ada.call(api.getMe);
    const { address } = (await ada.call(api.renewCalendarFeed)).body;
    const open = async () => (await app.inject({ url: new URL(address).pathname })).statusCode;
    expect(await open()).toBe(200);
    // A second factor ends it as any change of the sign-in does.
    await end(app, ada);
    expect(await open()).toBe(404);
  });

  it.each(ENDS)(
    'security: an answer by mail waits for the studio once %s, and mails ask for none',
    async (_what, questions, end) => {
      const { app, client, owner, params, mailed, receive, replyAddress, list, messages } =
        await setUpMailIn(engine);
      await using _ = app;
      const to = await replyAddress('client');
      await end(app, client);
      await receive({ from: client.email, to, text: 'Without a session' });
      const reason = questions.includes('maySignIn') ? 'no_access' : 'second_factor';
      expect((await list()).items).toMatchObject([{ state: 'quarantined', reason }]);
      expect((await messages(owner)).map(({ body }) => body)).not.toContain('Without a session');
      const before = app.mails.length;
      await owner.call(api.sendMessageAsStudio, { params, body: { body: 'In the portal, please.' } });
      await mailed(client.email);
      const mail = app.mails.slice(before).findLast(({ to: { address } }) => address === client.email);
      expect(mail?.replyTo).toBeUndefined();
      expect(mail?.text ?? '').not.toContain('reply to this email');
    },
  );

  it('security: an admin with a second factor answers in the back office alone', async () => {
    const { app, owner, receive, replyAddress, list } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('studio');
    app.addSecondFactor(owner);
    await receive({ from: owner.email, to, text: 'From my phone' });
    expect((await list()).items).toMatchObject([{ reason: 'second_factor', canPost: true }]);
  });

  it('security: nobody who may not sign in becomes the main contact, by hand or when the contact leaves', async () => {
    const scene = await setUpDecisions(engine);
    const { app, ada, bea, id } = scene;
    await using _ = app;
    app.ban(bea);
    const act = { params: { id, personId: bea.id } };
    expect((await scene.owner.call(api.makeContact, act)).status).toBe(409);
    await ada.call(api.deleteMyAccount, { body: { confirmation: ada.email } });
    const project = app.db.selectFrom('projects').select('user_id').where('id', '=', id);
    expect((await project.executeTakeFirst())?.user_id).not.toBe(bea.id);
  });
});
