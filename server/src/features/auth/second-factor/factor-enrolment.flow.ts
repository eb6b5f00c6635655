import type { FastifyInstance } from 'fastify';
import { renderSVG } from 'uqr';
import { isoIn, isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.ts';
import {
  enrollNeedsRecentSignIn,
  enrollNeedsSecondFactor,
  factorNameTaken,
  factorTypeDisabled,
  factorTypeUnknown,
  tooManyFactors,
  userNotFound,
  validationFailed,
} from '../protocol/error-catalogue.ts';
import { limitRequests } from '../protocol/limits.ts';
import { RequestBody } from '../protocol/request-body.ts';
import type { Provider } from '../provider.ts';
import { requireBearer, requireHighestLevel, requireRecentSignIn } from '../tokens/bearer.ts';
import { lockUser, newAuthId } from '../users/users.repository.ts';
import { deleteFactors, insertFactor, listFactors } from './factors.repository.ts';
import { encodeBase32, newTotpSecret, totpUri } from './totp.ts';

/** Factors that an account can have, as in the original. */
const MAX_FACTORS = 10;
/** Seconds that a factor waits for its first code. */
export const UNVERIFIED_FACTOR_SECONDS = 3_600;
/** Longest name of a factor, and of whom an app shows it under. */
const MAX_FACTOR_NAME = 100;

/** `POST /factors`: a secret for an authenticator app. It counts for nothing until a code of it is shown. */
export function addFactorEnrolment(scope: FastifyInstance, provider: Provider): void {
  scope.post('/factors', async (request) => {
    const bearer = await requireBearer(provider, request);
    await limitRequests(provider, 'factors', request.ip);
    const body = new RequestBody(request.body);
    const type = body.text('factor_type');
    if (type === 'phone' || type === 'webauthn') throw factorTypeDisabled(type);
    if (type !== 'totp') throw factorTypeUnknown();
    const name = readFactorName(body) || null;
    const issuer = body.text('issuer').trim() || provider.look.studioName;
    if (issuer.length > MAX_FACTOR_NAME) throw validationFailed('The issuer is too long');
    requireHighestLevel(bearer, enrollNeedsSecondFactor);
    // Another factor needs the first one; the first one needs the password again, or a link in a
    // mail.
    if (!bearer.hasSecondFactor) requireRecentSignIn(provider, bearer, enrollNeedsRecentSignIn);

    const secret = newTotpSecret();
    const id = newAuthId();
    const now = isoNow(provider.clock);
    await transaction(provider.db, async (trx) => {
      const user = await lockUser(trx, bearer.user.id);
      if (!user) throw userNotFound();
      await makeRoom(trx, provider, user.id, name);
      await insertFactor(trx, {
        id,
        user_id: user.id,
        factor_type: 'totp',
        friendly_name: name,
        status: 'unverified',
        sealed_secret: provider.secret.seal('auth.totp-secret', id, secret),
        last_step: null,
        failed_tries: 0,
        locked_until: null,
        last_challenged_at: null,
        created_at: now,
        updated_at: now,
      });
      await recordAudit(trx, provider.clock, {
        action: 'factor_enrolled',
        userId: user.id,
        client: clientFacts(request),
        detail: { factor: id },
      });
    });
    const text = encodeBase32(secret);
    const uri = totpUri(issuer, bearer.user.email, text);
    return {
      id,
      type: 'totp',
      ...(name === null ? {} : { friendly_name: name }),
      // Colours as names: clients put this into a data address as it is, where a # would end it.
      totp: { qr_code: renderSVG(uri, { whiteColor: 'white', blackColor: 'black' }), secret: text, uri },
    };
  });
}

/** The name that somebody gives a factor, empty for none. Throws validation_failed when it is too long. */
export function readFactorName(body: RequestBody): string {
  const name = body.text('friendly_name').trim();
  if (name.length > MAX_FACTOR_NAME) throw validationFailed('The friendly name is too long');
  return name;
}

/**
 * Makes room for another factor: those that were never finished go when their time is over, and at once
 * when the new one has their name: whoever reloads the page of the set-up begins it anew.
 * @throws mfa_factor_name_conflict, too_many_enrolled_mfa_factors
 */
async function makeRoom(trx: Trx, provider: Provider, userId: string, name: string | null): Promise<void> {
  const factors = await listFactors(trx, userId);
  const limit = isoIn(provider.clock, -UNVERIFIED_FACTOR_SECONDS);
  const old = factors.filter(
    (factor) =>
      factor.status === 'unverified' &&
      (factor.created_at <= limit || (name !== null && factor.friendly_name === name)),
  );
  const kept = factors.filter((factor) => !old.includes(factor));
  if (name !== null && kept.some((factor) => factor.friendly_name === name)) throw factorNameTaken(name);
  if (kept.length >= MAX_FACTORS) throw tooManyFactors();
  await deleteFactors(
    trx,
    old.map(({ id }) => id),
  );
}
