import { api } from '@atelier/domain/api.ts';
import { LINK_SECONDS, RECENT_SIGN_IN_SECONDS } from '@atelier/domain/auth/rules.ts';
import { UNDO_GRACE_SECONDS, UNDO_SECONDS } from '@atelier/domain/milestones/rules.ts';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { linkIn, openLink, PASSWORD, sendForm } from '../../server/test/harness/sign-in.ts';
import { pkce, VERIFIER } from '../../server/test/harness/sign-up-link.ts';
import type { ClockStudio } from './clock-studio.ts';
import type { Change } from './without.ts';

/** One thing that was made, and whether it still counts, as the product answers. What counts once is used up by the question. */
export interface Made {
  counts(): Promise<boolean>;
  /** Keeps it from being over for another reason. */
  keep?(): Promise<unknown>;
}

/** A kind of thing that is over after a time. */
export interface Expiring {
  what: string;
  /** It counts until so many seconds after it was made, and then no more. */
  seconds: number;
  /** How often it has to be kept meanwhile. */
  keptEvery?: number;
  /**
   * Once the clock is more than a minute before the moment at which it was made: most things go on to their stated end; what is
   * meant to be over soon counts as over, as it would otherwise count for as long as the clock was wrong.
   */
  whenSetBack: 'counts' | 'over';
  /** Takes away what ends it. */
  endless: Change;
  make(studio: ClockStudio): Promise<Made>;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const AUTH = 'server/src/features/auth';

const endlessLinks: Change = {
  file: `${AUTH}/links/links.repository.ts`,
  text: ".where('expires_at', '>', now)",
  instead: '',
};
const endlessSessions: Change = {
  file: `${AUTH}/sessions/session-ages.ts`,
  text: 'return begun <= daysAgo(clock, days.total) || (used ?? begun) <= daysAgo(clock, days.idle);',
  instead: 'return begun > used && days.total > daysAgo(clock, 0);',
};

/** A session that is refreshed again and again, as a browser does. */
async function makeSession(studio: ClockStudio, isOwner: boolean): Promise<Made> {
  let session = await (isOwner ? studio.signInOwner() : studio.signUp());
  const refresh = async () => {
    const body = { refresh_token: session.refresh_token };
    const reply = await studio.auth('/token?grant_type=refresh_token', { body });
    if (reply.status === 200) session = reply.body;
    return reply.status === 200;
  };
  return { counts: refresh, keep: refresh };
}

const sessions: Expiring[] = (['client', 'admin'] as const).flatMap((whose) => {
  const [idle, total] = whose === 'admin' ? [7 * DAY, 30 * DAY] : [30 * DAY, 90 * DAY];
  const make = (studio: ClockStudio) => makeSession(studio, whose === 'admin');
  const shared = { whenSetBack: 'counts' as const, endless: endlessSessions, make };
  return [
    { what: `an unused session of the ${whose}`, seconds: idle, ...shared },
    { what: `a used session of the ${whose}`, seconds: total, keptEvery: idle - HOUR, ...shared },
  ];
});

/** Everything that a service can have a link for. */
const LINKS = {
  recovery: { email: true },
  invite: { email: false },
  signup: { email: false },
  email_change_new: { email: true },
} as const;

async function makeLink(studio: ClockStudio, type: keyof typeof LINKS) {
  const email = LINKS[type].email
    ? (await studio.signUp()).user.email
    : `new-${crypto.randomUUID()}@client.example`;
  const token = await studio.makeServiceToken(1);
  const body = { type, email, password: PASSWORD, new_email: `new-${crypto.randomUUID()}@client.example` };
  return { email, made: (await studio.auth('/admin/generate_link', { token, body })).body };
}

const verifies = async (studio: ClockStudio, body: object) =>
  (await studio.auth('/verify', { body })).status === 200;

const links: Expiring[] = (Object.keys(LINKS) as (keyof typeof LINKS)[]).map((type) => ({
  what: `a link of the kind ${type}`,
  seconds: LINK_SECONDS,
  whenSetBack: 'counts',
  endless: endlessLinks,
  async make(studio) {
    const { made } = await makeLink(studio, type);
    const purpose = type === 'email_change_new' ? 'email_change' : type;
    return { counts: () => verifies(studio, { type: purpose, token_hash: made.hashed_token }) };
  },
}));

/** Requests a mail with a link that ends in a code, as the site does. @returns the link */
async function mailLink(studio: ClockStudio): Promise<string> {
  const { email = '' } = (await studio.signUp()).user;
  await studio.auth('/recover', { body: { email, ...pkce } });
  const find = () => studio.listMails().find(({ to }) => to === email);
  await expect.poll(find).toBeDefined();
  return linkIn(find() as Parameters<typeof linkIn>[0], studio.origin);
}

/** Follows a link and presses its button. @returns where that leads, and the same press again */
async function press(studio: ClockStudio, link: string) {
  const { html } = await openLink(link, {}, studio);
  const send = async () => {
    const reply = await sendForm(link, html, studio);
    return new URL(reply.headers.get('location') ?? `error:${reply.status}`).searchParams.get('code');
  };
  return { code: await send(), send };
}

/** An account with an authenticator app, and a session that has shown it no code. */
async function makeApp(studio: ClockStudio) {
  const { access_token: token, user } = await studio.signUp();
  const { body } = await studio.auth('/factors', { token, body: { factor_type: 'totp' } });
  const totp = new TOTP({ secret: Secret.fromBase32(body.totp.secret) });
  const challenge = async (by = token) =>
    (await studio.auth(`/factors/${body.id}/challenge`, { token: by })).body.id;
  const verify = async (id: string, code: string, by = token) =>
    (await studio.auth(`/factors/${body.id}/verify`, { token: by, body: { challenge_id: id, code } }))
      .status === 200;
  return {
    email: user.email ?? '',
    code: () => totp.generate({ timestamp: studio.clock.now().getTime() }),
    challenge,
    verify,
  };
}

const shortlived: Expiring[] = [
  {
    what: 'an access token',
    seconds: HOUR,
    whenSetBack: 'counts',
    endless: {
      file: `${AUTH}/tokens/access-token.ts`,
      text: 'currentDate: this.#clock.now(),',
      instead: 'currentDate: new Date(0),',
    },
    async make(studio) {
      const { access_token: token } = await studio.signUp();
      return { counts: async () => (await studio.call(token, api.getMe)).status === 200 };
    },
  },
  {
    what: 'an access token that was used before',
    seconds: HOUR,
    whenSetBack: 'counts',
    endless: {
      file: `${AUTH}/tokens/access-token.ts`,
      text: 'const isExpired = known.expiresAt <= this.#nowInSeconds();',
      instead: 'const isExpired = known.expiresAt <= 0;',
    },
    async make(studio) {
      const { access_token: token } = await studio.signUp();
      const use = async () => (await studio.call(token, api.getMe)).status === 200;
      // By each process.
      await use();
      await use();
      return { counts: use };
    },
  },
  {
    what: 'a token of a service',
    seconds: DAY,
    whenSetBack: 'counts',
    endless: {
      file: `${AUTH}/tokens/access-token.ts`,
      text: 'currentDate: this.#clock.now(),',
      instead: 'currentDate: new Date(0),',
    },
    async make(studio) {
      const token = await studio.makeServiceToken(1);
      return {
        counts: async () => (await studio.auth('/admin/users', { method: 'GET', token })).status === 200,
      };
    },
  },
  {
    what: 'the link of a mail',
    seconds: LINK_SECONDS,
    whenSetBack: 'counts',
    endless: endlessLinks,
    async make(studio) {
      const link = await mailLink(studio);
      return { counts: async () => (await openLink(link, {}, studio)).html.includes('<form') };
    },
  },
  {
    what: 'the code beside a link',
    seconds: 10 * MINUTE,
    whenSetBack: 'counts',
    endless: {
      file: `${AUTH}/links/links.repository.ts`,
      text: ".where('created_at', '>', sentAfter)",
      instead: '',
    },
    async make(studio) {
      const { email, made } = await makeLink(studio, 'recovery');
      return { counts: () => verifies(studio, { type: 'recovery', email, token: made.email_otp }) };
    },
  },
  {
    what: 'the code that a link leaves',
    seconds: 5 * MINUTE,
    whenSetBack: 'over',
    endless: {
      file: `${AUTH}/tokens/token.flow.ts`,
      text: '!isWithinLast(provider.clock, code.issued_at, CODE_SECONDS)',
      instead: '!isWithinLast(provider.clock, code.issued_at, 1e9)',
    },
    async make(studio) {
      const { code } = await press(studio, await mailLink(studio));
      const body = { auth_code: code, code_verifier: VERIFIER };
      return { counts: async () => (await studio.auth('/token?grant_type=pkce', { body })).status === 200 };
    },
  },
  {
    what: 'a second press of a link',
    seconds: MINUTE,
    whenSetBack: 'over',
    endless: {
      file: `${AUTH}/links/link-consumption.ts`,
      text: 'after: isoIn(clock, -PRESS_AGAIN_SECONDS),',
      instead: "after: '1970',",
    },
    async make(studio) {
      const { code, send } = await press(studio, await mailLink(studio));
      return { counts: async () => code !== null && (await send()) !== null };
    },
  },
  {
    what: 'a recent sign-in',
    seconds: RECENT_SIGN_IN_SECONDS,
    whenSetBack: 'over',
    endless: {
      file: 'server/src/core/accounts/accounts.service.ts',
      text: 'isWithinLast(clock, signedInAt, RECENT_SIGN_IN_SECONDS)',
      instead: 'isWithinLast(clock, signedInAt, 1e9)',
    },
    async make(studio) {
      const { access_token: token } = await studio.signUp();
      return { counts: async () => (await studio.call(token, api.deleteMyAccount)).status === 200 };
    },
  },
  {
    what: 'the question for the code of an app',
    seconds: 5 * MINUTE,
    whenSetBack: 'over',
    endless: {
      file: `${AUTH}/second-factor/factors.flow.ts`,
      text: '!isWithinLast(provider.clock, challenge.created_at, CHALLENGE_SECONDS)',
      instead: '!isWithinLast(provider.clock, challenge.created_at, 1e9)',
    },
    async make(studio) {
      const app = await makeApp(studio);
      const id = await app.challenge();
      return { counts: () => app.verify(id, app.code()) };
    },
  },
  {
    what: 'the code of an app',
    // Its own half minute, and the next one.
    seconds: MINUTE,
    whenSetBack: 'over',
    endless: {
      file: `${AUTH}/second-factor/second-factor.service.ts`,
      text: 'let step = current - TOLERANCE;',
      instead: 'let step = current - 1_000;',
    },
    async make(studio) {
      const app = await makeApp(studio);
      const code = app.code();
      return { counts: async () => app.verify(await app.challenge(), code) };
    },
  },
  {
    what: 'the pause after five wrong codes of an app',
    seconds: 15 * MINUTE,
    whenSetBack: 'over',
    endless: {
      file: `${AUTH}/second-factor/second-factor.service.ts`,
      text: 'return milliseconds > 0 ?',
      instead: 'return milliseconds > -1e12 ?',
    },
    async make(studio) {
      const app = await makeApp(studio);
      for (let i = 0; i < 5; i++) await app.verify(await app.challenge(), 'wrong');
      return {
        async counts() {
          // The first session may be over by now.
          const { access_token: token } = await studio.signIn(app.email);
          return !(await app.verify(await app.challenge(token), app.code(), token));
        },
      };
    },
  },
  {
    what: 'a ban for an hour',
    seconds: HOUR,
    whenSetBack: 'counts',
    endless: {
      file: `${AUTH}/users/users.repository.ts`,
      text: 'user.banned_until !== null && user.banned_until > now',
      instead: "user.banned_until !== null && now > ''",
    },
    async make(studio) {
      const { user } = await studio.signUp();
      const token = await studio.makeServiceToken(1);
      await studio.auth(`/admin/users/${user.id}`, { method: 'PUT', token, body: { ban_duration: '1h' } });
      const body = { email: user.email, password: PASSWORD };
      return {
        counts: async () => {
          const { body: reply } = await studio.auth('/token?grant_type=password', { body });
          return reply.error_code === 'user_banned';
        },
      };
    },
  },
];

/** Of the product: the clock of a proof begins where all signed links of five minutes are made. */
const portal: Expiring[] = [
  {
    what: 'the link of a file',
    seconds: 15 * MINUTE,
    whenSetBack: 'counts',
    endless: {
      file: 'server/src/platform/storage/download-link.ts',
      text: 'Number.parseInt(expires, 36) <= secondsNow(clock)',
      instead: 'Number.parseInt(expires, 36) <= 0 * secondsNow(clock)',
    },
    async make(studio) {
      const body = new FormData();
      body.set('file', new Blob(['Notes']), 'notes.txt');
      const { id, token } = await studio.addProject();
      const sent = await studio.call(token, api.sendFile, { params: { id }, body });
      const { pathname } = new URL(sent.body.file.url);
      return { counts: async () => (await studio.get(pathname)).status === 200 };
    },
  },
  {
    what: 'the undo of a milestone’s move',
    // To the end of its last millisecond.
    seconds: UNDO_SECONDS + UNDO_GRACE_SECONDS + 0.001,
    whenSetBack: 'over',
    endless: {
      file: 'server/src/features/milestones/milestone-moves.ts',
      text: 'isoIn(clock, -UNDO_GRACE_SECONDS) <= offeredUntil &&',
      instead: 'isoIn(clock, -1e9) <= offeredUntil &&',
    },
    async make(studio) {
      const token = (await studio.signInOwner()).access_token;
      const { id } = await studio.addProject();
      const made = await studio.call(token, api.createMilestone, {
        params: { id },
        body: { title: 'Design', published: true },
      });
      const params = { id, milestoneId: made.body.milestone.id };
      const body = { status: 'in_review', revision: made.body.milestone.revision };
      const moved = await studio.call(token, api.setMilestoneStatus, { params, body });
      const revision = moved.body.undo?.revision;
      return {
        counts: async () => {
          const reply = await studio.call(token, api.undoMilestoneMove, { params, body: { revision } });
          return reply.status === 200;
        },
      };
    },
  },
];

/** Everything of the product that is over after a time. */
export const whatExpires: readonly Expiring[] = [...shortlived, ...links, ...portal, ...sessions];

/** Takes away what ends each of them. */
export const endless: readonly Change[] = [
  ...new Set(whatExpires.map((each) => JSON.stringify(each.endless))),
].map((text) => JSON.parse(text) as Change);
