import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import { invitationMail } from '../auth-mails.ts';
import { deleteTokens } from '../links/links.repository.ts';
import { type IssuedLink, type LinkKind, replaceLink } from '../links/links.service.ts';
import { redirectOf } from '../links/redirects.ts';
import { passwordOwner, requireStrongPassword } from '../passwords/passwords.ts';
import { emailExists, managedUserNotFound, otpDisabled, validationFailed } from '../protocol/errors.ts';
import {
  type Metadata,
  parseEmail,
  parseMetadata,
  queryText,
  RequestBody,
} from '../protocol/request-body.ts';
import { presentManagedUser, type UserRow } from '../protocol/user.presenter.ts';
import { LANDINGS, type Provider } from '../provider.ts';
import { listFactors } from '../second-factor/factors.repository.ts';
import {
  deleteUnconfirmedUser,
  findUserByEmail,
  insertUserIfNew,
  lockUserByEmail,
  newUserRow,
  updateUser,
} from '../users/users.repository.ts';

/** A link that a service asks for. */
interface LinkRequest {
  email: string;
  redirectTo: string;
  metadata: Metadata;
}

interface LinkOfUser {
  user: UserRow;
  link: IssuedLink;
}

/** `/invite` mails an invitation; `/admin/generate_link` gives the service a link, for a mail of its own. */
export function addAdminLinks(admin: FastifyInstance, provider: Provider): void {
  admin.post('/invite', async (request) => {
    const linkRequest = readLinkRequest(provider, request, new RequestBody(request.body), 'invite');
    const { user } = await transaction(provider.db, async (trx) => {
      const issued = await invite(trx, provider, linkRequest);
      const mail = invitationMail(provider, issued.link);
      await provider.mailer.enqueue(trx, { to: linkRequest.email, ...mail });
      await record(trx, provider, request, issued.user, 'invite');
      return issued;
    });
    return presentManagedUser(user, []);
  });

  admin.post('/admin/generate_link', async (request) => {
    const body = new RequestBody(request.body);
    const type = body.text('type');
    const linkRequest = readLinkRequest(provider, request, body, type);
    const issue = await prepare(provider, body, type, linkRequest);
    const { user, link } = await transaction(provider.db, async (trx) => {
      const issued = await issue(trx);
      await record(trx, provider, request, issued.user, type);
      return issued;
    });
    return {
      ...presentManagedUser(user, await listFactors(provider.db, user.id)),
      action_link: link.url,
      email_otp: link.code,
      hashed_token: new URL(link.url).searchParams.get('token'),
      verification_type: type,
      redirect_to: linkRequest.redirectTo,
    };
  });
}

function readLinkRequest(
  provider: Provider,
  request: FastifyRequest,
  body: RequestBody,
  type: string,
): LinkRequest {
  const { siteUrl } = provider.settings.redirects;
  const asked =
    body.text('redirect_to') ||
    queryText(request, 'redirect_to') ||
    // The pages where the user chooses a name and a password, for a service that names no page of
    // its own.
    (type === 'invite' || type === 'recovery' ? `${siteUrl}${LANDINGS[type]}` : '');
  return {
    email: parseEmail(body.text('email')),
    redirectTo: redirectOf(provider.settings.redirects, request, asked),
    metadata: parseMetadata(body.value('data')),
  };
}

/** The work for a link of a type; a password is hashed here, before the transaction. */
async function prepare(
  provider: Provider,
  body: RequestBody,
  type: string,
  linkRequest: LinkRequest,
): Promise<(trx: Trx) => Promise<LinkOfUser>> {
  switch (type) {
    case 'invite':
      return (trx) => invite(trx, provider, linkRequest);
    case 'signup': {
      const password = body.text('password');
      if (password === '') throw validationFailed('Signup requires a valid password');
      requireStrongPassword(provider, password, passwordOwner(linkRequest.email, linkRequest.metadata));
      const passwordHash = await provider.hasher.hash(password);
      return async (trx) => {
        const { id } = await makeUnconfirmed(trx, provider, linkRequest);
        const user = await updateUser(trx, id, {
          password_hash: passwordHash,
          user_metadata: JSON.stringify(linkRequest.metadata),
          updated_at: isoNow(provider.clock),
        });
        const link = await replaceLink(trx, provider, linkFor('signup_by_service', user, linkRequest));
        return { user, link };
      };
    }
    case 'recovery':
      return async (trx) => {
        const user = await lockExisting(trx, linkRequest);
        return { user, link: await replaceLink(trx, provider, linkFor('recovery', user, linkRequest)) };
      };
    case 'email_change_current':
    case 'email_change_new': {
      const next = parseEmail(body.text('new_email'));
      return (trx) => changeEmail(trx, provider, { kind: type, next, linkRequest });
    }
    case 'magiclink':
      throw otpDisabled();
    default:
      throw validationFailed(`Invalid email action link type requested: ${type.slice(0, 50)}`);
  }
}

async function invite(trx: Trx, provider: Provider, linkRequest: LinkRequest): Promise<LinkOfUser> {
  const user = await makeUnconfirmed(trx, provider, linkRequest);
  const now = isoNow(provider.clock);
  const invited = await updateUser(trx, user.id, {
    invited_at: now,
    user_metadata: JSON.stringify(linkRequest.metadata),
    updated_at: now,
  });
  return { user: invited, link: await replaceLink(trx, provider, linkFor('invite', invited, linkRequest)) };
}

/**
 * Stores a new account, not confirmed and without a password. An unconfirmed sign-up doesn't hold
 * its address.
 * @throws email_exists
 */
export async function insertNewUser(trx: Trx, provider: Provider, email: string): Promise<UserRow> {
  await deleteUnconfirmedUser(trx, email);
  const row = await insertUserIfNew(trx, newUserRow(email, isoNow(provider.clock)));
  if (!row) throw emailExists();
  return row;
}

/** The account of an unconfirmed address; created where there is none. Throws email_exists. */
async function makeUnconfirmed(trx: Trx, provider: Provider, { email }: LinkRequest): Promise<UserRow> {
  const found = await lockUserByEmail(trx, email);
  if (!found) return insertNewUser(trx, provider, email);
  if (found.email_confirmed_at !== null) throw emailExists();
  return found;
}

async function lockExisting(trx: Trx, { email }: LinkRequest): Promise<UserRow> {
  const user = await lockUserByEmail(trx, email);
  if (!user) throw managedUserNotFound();
  return user;
}

/** One of the two links of a change of address. A request for the other one continues the same change. */
async function changeEmail(
  trx: Trx,
  provider: Provider,
  {
    kind,
    next,
    linkRequest,
  }: {
    kind: 'email_change_current' | 'email_change_new';
    next: string;
    linkRequest: LinkRequest;
  },
): Promise<LinkOfUser> {
  const user = await lockExisting(trx, linkRequest);
  const holder = await findUserByEmail(trx, next);
  if (holder && holder.email_confirmed_at !== null) throw emailExists();
  const now = isoNow(provider.clock);
  let changing = user;
  if (user.new_email !== next) {
    await deleteTokens(trx, user.id, ['email_change_current', 'email_change_new']);
    changing = await updateUser(trx, user.id, {
      new_email: next,
      email_change_sent_at: now,
      email_change_confirmed: null,
      updated_at: now,
    });
  }
  const link = await replaceLink(trx, provider, {
    ...linkFor(kind, user, linkRequest),
    email: kind === 'email_change_new' ? next : user.email,
  });
  return { user: changing, link };
}

/** Links that a service asks for begin without a browser, so there is no code to exchange at their end. */
function linkFor(kind: LinkKind, user: UserRow, { redirectTo }: LinkRequest) {
  return { kind, userId: user.id, email: user.email, challenge: undefined, redirectTo };
}

async function record(
  trx: Trx,
  provider: Provider,
  request: FastifyRequest,
  user: UserRow,
  type: string,
): Promise<void> {
  await recordAudit(trx, provider.clock, {
    action: 'link_made_by_service',
    userId: user.id,
    client: clientFacts(request),
    detail: { type },
  });
}
