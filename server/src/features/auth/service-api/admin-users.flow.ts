import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isoIn, isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import { deleteUserWithTrace } from '../identities.ts';
import { refuseTakenEmail } from '../links/email-change.ts';
import { deleteCodesOfUser, deleteTokens } from '../links/links.repository.ts';
import { forgetAttemptedPassword, passwordOwner, requireStrongPassword } from '../passwords/passwords.ts';
import { factorNotFound, managedUserNotFound, phoneDisabled, validationFailed } from '../protocol/errors.ts';
import {
  type Metadata,
  mergeMetadata,
  parseEmail,
  parseMetadata,
  queryText,
  RequestBody,
} from '../protocol/request-body.ts';
import {
  type PresentedUser,
  parseAppMetadata,
  parseUserMetadata,
  presentFactor,
  presentManagedUser,
  type UserRow,
} from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { listFactors } from '../second-factor/factors.repository.ts';
import { removeFactors } from '../second-factor/second-factor.service.ts';
import { deleteSessions } from '../sessions/sessions.repository.ts';
import { confirmByAdmin } from '../sign-up/sign-up.flow.ts';
import {
  countUsers,
  deleteUnconfirmedUser,
  findUser,
  listFactorsOfUsers,
  listUsers,
  lockUser,
  NO_EMAIL_CHANGE,
  renewSignIn,
  updateUser,
} from '../users/users.repository.ts';
import { addAdminLinks, insertNewUser } from './admin-links.flow.ts';

const FORM = /^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/;
/** The boundary between a unit and the next number. */
const BETWEEN = /(?<=[hms])(?=\d)/;
const SECONDS: Record<string, number> = { h: 3_600, m: 60, s: 1, ms: 0.001 };
/** A century: beyond it a time has no place in four digits of a year for long. */
const LONGEST_SECONDS = 100 * 365 * 24 * 3_600;

/**
 * How long an account is to be disabled, in the form of the protocol: `24h`, `1h30m`, or `none` to enable it again.
 * @returns seconds; 0 for `none`
 * @throws validation_failed
 */
export function parseBanDuration(text: string): number {
  if (text === 'none') return 0;
  if (!FORM.test(text)) throw validationFailed('invalid format for ban duration');
  let seconds = 0;
  for (const part of text.split(BETWEEN)) {
    const unit = part.replace(/[\d.]/g, '');
    seconds += Number(part.slice(0, -unit.length)) * (SECONDS[unit] ?? 0);
  }
  if (seconds > LONGEST_SECONDS) throw validationFailed('invalid format for ban duration');
  return seconds;
}

/** What the protocol's original lets a service set, and this provider does not. */
const NOT_OFFERED = ['id', 'role', 'password_hash', 'nonce'] as const;

/** What a service changes about an account; what it leaves out stays. */
interface AdminChanges {
  email?: string;
  emailConfirm?: true;
  passwordHash?: string;
  userMetadata?: Metadata;
  appMetadata?: Metadata;
  /** Seconds from now on; 0 enables the account again. */
  banSeconds?: number;
}

/** Reads and checks them, and hashes the password: that has no place in a transaction. */
async function readAdminChanges(
  provider: Provider,
  body: RequestBody,
  user: UserRow | undefined,
): Promise<AdminChanges> {
  if (body.text('phone') !== '' || body.value('phone_confirm') === true) throw phoneDisabled(422);
  for (const name of NOT_OFFERED) {
    if (body.has(name)) throw validationFailed(`${name} cannot be set here`);
  }
  const changes: AdminChanges = {};
  if (body.text('email') !== '') changes.email = parseEmail(body.text('email'));
  if (body.value('email_confirm') === true) changes.emailConfirm = true;
  if (body.has('user_metadata')) changes.userMetadata = parseMetadata(body.value('user_metadata'));
  if (body.has('app_metadata')) changes.appMetadata = parseMetadata(body.value('app_metadata'));
  if (body.text('ban_duration') !== '') changes.banSeconds = parseBanDuration(body.text('ban_duration'));
  const password = body.text('password');
  if (password !== '') {
    const metadata = changes.userMetadata ?? (user ? parseUserMetadata(user) : {});
    requireStrongPassword(provider, password, passwordOwner(changes.email ?? user?.email ?? '', metadata));
    changes.passwordHash = await provider.hasher.hash(password);
  }
  return changes;
}

/**
 * Applies changes to an account. A new address or password voids every link and code under way, and a new
 * password ends every session. A confirmation ends every waiting sign-up.
 * @param before the account, whose row the transaction has locked or created
 * @throws email_exists
 */
async function applyAdminChanges(
  trx: Trx,
  provider: Provider,
  before: UserRow,
  changes: AdminChanges,
  client: ClientFacts,
): Promise<UserRow> {
  const now = isoNow(provider.clock);
  const email = changes.email === before.email ? undefined : changes.email;
  const { passwordHash, banSeconds } = changes;
  if (email !== undefined || passwordHash !== undefined) {
    await deleteTokens(trx, before.id);
    await deleteCodesOfUser(trx, before.id);
  }
  if (passwordHash !== undefined) {
    await deleteSessions(trx, before.id, 'global', '');
    await forgetAttemptedPassword(trx, provider, before);
  }
  if (email !== undefined) await deleteUnconfirmedUser(trx, email);
  const confirms = changes.emailConfirm && before.email_confirmed_at === null;
  const user = confirms ? await confirmByAdmin(trx, provider, before, client) : before;
  return refuseTakenEmail(async () => {
    const changed = await updateUser(trx, user.id, {
      ...(email === undefined ? {} : { ...NO_EMAIL_CHANGE, email }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(changes.userMetadata
        ? { user_metadata: merged(parseUserMetadata(user), changes.userMetadata) }
        : {}),
      ...(changes.appMetadata ? { app_metadata: merged(parseAppMetadata(user), changes.appMetadata) } : {}),
      ...(banSeconds === undefined
        ? {}
        : { banned_until: banSeconds === 0 ? null : isoIn(provider.clock, banSeconds) }),
      updated_at: now,
    });
    if (email !== undefined && changed.email_confirmed_at !== null) {
      await provider.userEmailChanged(trx, user.id, email);
    }
    return changed;
  });
}

function merged(current: Metadata, change: Metadata): string {
  return JSON.stringify(mergeMetadata(current, change));
}

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1_000;

interface OfUser {
  Params: { user: string };
}

/** `/invite` and `/admin`: what a service with a token of its own may do with accounts. */
export function addServiceApi(scope: FastifyInstance, provider: Provider): void {
  scope.register(async (admin) => {
    admin.addHook('onRequest', (request) => provider.tokens.requireService(request));

    addAdminLinks(admin, provider);
    admin.get('/admin/users', (request, reply) => listPage(provider, request, reply));
    admin.post('/admin/users', (request) => createUser(provider, request));
    admin.get<OfUser>('/admin/users/:user', async (request) => {
      const user = await getUser(provider, request.params.user);
      return presentManagedUser(user, await listFactors(provider.db, user.id));
    });
    admin.put<OfUser>('/admin/users/:user', (request) => changeUser(provider, request.params.user, request));
    admin.delete<OfUser>('/admin/users/:user', (request) =>
      removeUser(provider, request.params.user, request),
    );
    admin.get<OfUser>('/admin/users/:user/factors', async (request) => {
      const user = await getUser(provider, request.params.user);
      return (await listFactors(provider.db, user.id)).map(presentFactor);
    });
    admin.delete<{ Params: { user: string; factor: string } }>(
      '/admin/users/:user/factors/:factor',
      (request) => removeFactor(provider, request.params, request),
    );
  });
}

async function listPage(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ users: PresentedUser[]; aud: string }> {
  const page = readNumber(request, 'page', 1);
  const size = Math.min(readNumber(request, 'per_page', PAGE_SIZE), MAX_PAGE_SIZE);
  const { db, issuer } = provider;
  const [users, total] = await Promise.all([
    listUsers(db, { limit: size, offset: (page - 1) * size }),
    countUsers(db),
  ]);
  const factors = await listFactorsOfUsers(
    db,
    users.map(({ id }) => id),
  );
  const last = Math.max(1, Math.ceil(total / size));
  // The page comes first: the official client reads it from there.
  const link = (to: number, rel: string) =>
    `<${issuer}/admin/users?page=${to}&per_page=${size}>; rel="${rel}"`;
  reply.header('x-total-count', total);
  reply.header('link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
  return {
    users: users.map((user) =>
      presentManagedUser(
        user,
        factors.filter((factor) => factor.user_id === user.id),
      ),
    ),
    aud: 'authenticated',
  };
}

function readNumber(request: FastifyRequest, name: string, fallback: number): number {
  const text = queryText(request, name);
  if (text === '') return fallback;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw validationFailed(`Bad Pagination Parameters: ${name}`);
  return Number(text);
}

async function createUser(provider: Provider, request: FastifyRequest): Promise<PresentedUser> {
  const changes = await readAdminChanges(provider, new RequestBody(request.body), undefined);
  const { email } = changes;
  if (!email) throw validationFailed('Cannot create a user without either an email or phone');
  const user = await transaction(provider.db, async (trx) => {
    const created = await insertNewUser(trx, provider, email);
    await recordAudit(trx, provider.clock, {
      action: 'user_created_by_service',
      userId: created.id,
      client: clientFacts(request),
    });
    return applyAdminChanges(trx, provider, created, changes, clientFacts(request));
  });
  return presentManagedUser(user, []);
}

async function getUser({ db }: Provider, id: string): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw managedUserNotFound();
  return user;
}

async function lockManagedUser(trx: Trx, id: string): Promise<UserRow> {
  const user = await lockUser(trx, id);
  if (!user) throw managedUserNotFound();
  return user;
}

async function changeUser(provider: Provider, id: string, request: FastifyRequest): Promise<PresentedUser> {
  const body = new RequestBody(request.body);
  const changes = await readAdminChanges(provider, body, await findUser(provider.db, id));
  const user = await transaction(provider.db, async (trx) => {
    const locked = await lockManagedUser(trx, id);
    await recordAudit(trx, provider.clock, {
      action: 'user_changed_by_service',
      userId: id,
      client: clientFacts(request),
      detail: { members: Object.keys(changes) },
    });
    return applyAdminChanges(trx, provider, locked, changes, clientFacts(request));
  });
  return presentManagedUser(user, await listFactors(provider.db, user.id));
}

async function removeUser(provider: Provider, id: string, request: FastifyRequest): Promise<object> {
  if (new RequestBody(request.body).value('should_soft_delete') === true) {
    throw validationFailed('Soft deletion is not offered');
  }
  await transaction(provider.db, async (trx) => {
    const client = clientFacts(request);
    // First, since it locks the user together with all admins.
    await provider.userDeleting(trx, id);
    if (!(await deleteUserWithTrace(trx, provider, id, 'user_deleted_by_service', client))) {
      throw managedUserNotFound();
    }
  });
  return {};
}

/** For a user who has lost both the app and the recovery codes. */
async function removeFactor(
  provider: Provider,
  { user: userId, factor: factorId }: { user: string; factor: string },
  request: FastifyRequest,
): Promise<object> {
  return transaction(provider.db, async (trx) => {
    const user = await lockManagedUser(trx, userId);
    const factor = (await listFactors(trx, user.id)).find(({ id }) => id === factorId);
    if (!factor) throw factorNotFound();
    await removeFactors(trx, user.id, [factor.id]);
    await renewSignIn(trx, user.id);
    await recordAudit(trx, provider.clock, {
      action: 'factor_removed',
      userId: user.id,
      client: clientFacts(request),
      detail: { factor: factor.id, type: factor.factor_type, by: 'service' },
    });
    return presentFactor(factor);
  });
}
