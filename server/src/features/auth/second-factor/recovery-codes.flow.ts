import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import {
  factorNameTaken,
  factorNotFound,
  recoveryCodesAlone,
  recoveryCodesExist,
  recoveryCodesLocked,
  recoveryCodesNeedSecondFactor,
  recoveryCodeWrong,
} from '../protocol/errors.ts';
import { limitRequests } from '../protocol/limits.ts';
import { RequestBody } from '../protocol/request-body.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import {
  type Bearer,
  type GrantedSession,
  grantOrRefuse,
  lockCaller,
  presentSession,
  type Refused,
  requireBearer,
  requireHighestLevel,
} from '../sessions/sessions.service.ts';
import { newAuthId } from '../users/users.repository.ts';
import { readFactorName } from './factors.flow.ts';
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  type FactorRow,
  insertFactor,
  listFactors,
  replaceRecoveryCodes,
  updateFactor,
} from './factors.repository.ts';
import {
  countWrongCode,
  findPause,
  NO_WRONG_CODES,
  newFactor,
  raiseSession,
  removeFactors,
} from './second-factor.service.ts';

/** Codes in a set. */
const RECOVERY_CODES = 10;
/** Without letters and digits that look alike; 16 of 31 are 79 bits. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 16;

/** A new set of codes in the form they are kept: lower case, no separators. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
  );
}

/** A code's stored hash. Ignores case, spaces and hyphens of the typed code. */
function hashRecoveryCode({ secret }: Pick<Provider, 'secret'>, factorId: string, code: string): string {
  const canonical = code.toLowerCase().replace(/[\s-]/g, '');
  return secret.hmac('auth.recovery-code', `${factorId}:${canonical}`).toString('base64url');
}

const DEFAULT_NAME = 'Recovery codes';

/** `/factors/recovery-codes`: codes on paper that stand in for a lost app, each once. */
export function addRecoveryCodes(scope: FastifyInstance, provider: Provider): void {
  const url = '/factors/recovery-codes';

  scope.get(url, async (request) => {
    const { user } = await requireBearer(provider, request);
    const set = findSet(await listFactors(provider.db, user.id));
    if (!set) throw factorNotFound();
    return { id: set.id, type: set.factor_type, ...(await countRecoveryCodes(provider.db, set.id)) };
  });

  scope.post(url, async (request) => {
    const name = readFactorName(new RequestBody(request.body)) || DEFAULT_NAME;
    return change(provider, request, async (trx, user, factors) => {
      if (findSet(factors)) throw recoveryCodesExist();
      if (!factors.some(isAppInUse)) throw recoveryCodesAlone();
      if (factors.some((factor) => factor.friendly_name === name)) throw factorNameTaken(name);
      const row = newFactor(newAuthId(), user.id, 'recovery_code', isoNow(provider.clock));
      const set = { ...row, friendly_name: name };
      await insertFactor(trx, set);
      return fillSet(trx, provider, user, { set, client: clientFacts(request) });
    });
  });

  scope.post(`${url}/regenerate`, (request) =>
    change(provider, request, async (trx, user, factors) => {
      const set = findSet(factors);
      if (!set) throw factorNotFound();
      await updateFactor(trx, set.id, { ...NO_WRONG_CODES, updated_at: isoNow(provider.clock) });
      return fillSet(trx, provider, user, { set, client: clientFacts(request) });
    }),
  );

  scope.delete(url, (request) =>
    change(provider, request, async (trx, user, factors) => {
      const set = findSet(factors);
      if (!set) throw factorNotFound();
      await removeFactors(trx, user.id, [set.id]);
      await recordAudit(trx, provider.clock, {
        action: 'factor_removed',
        userId: user.id,
        client: clientFacts(request),
        detail: { factor: set.id, type: set.factor_type },
      });
      return { id: set.id };
    }),
  );

  scope.post(`${url}/verify`, async (request) => {
    const bearer = await requireBearer(provider, request);
    await limitRequests(provider, 'factors', request.ip);
    const answer = { code: new RequestBody(request.body).text('code'), client: clientFacts(request) };
    return presentSession(
      provider,
      await grantOrRefuse(provider, (trx) => verify(trx, provider, bearer, answer)),
    );
  });
}

/** Changes the set of a caller who has verified a factor, with the user's row locked. */
async function change<Result>(
  provider: Provider,
  request: FastifyRequest,
  work: (trx: Trx, user: UserRow, factors: readonly FactorRow[]) => Promise<Result>,
): Promise<Result> {
  const bearer = await requireBearer(provider, request);
  await limitRequests(provider, 'factors', request.ip);
  requireHighestLevel(bearer, recoveryCodesNeedSecondFactor);
  return transaction(provider.db, async (trx) => {
    const user = await lockCaller(trx, bearer);
    return work(trx, user, await listFactors(trx, user.id));
  });
}

/** Gives a set new codes. @returns the reply with them: they are shown this once */
async function fillSet(
  trx: Trx,
  provider: Provider,
  user: UserRow,
  { set, client }: { set: FactorRow; client: ClientFacts },
): Promise<unknown> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    trx,
    set.id,
    codes.map((code) => hashRecoveryCode(provider, set.id, code)),
  );
  await recordAudit(trx, provider.clock, { action: 'recovery_codes_made', userId: user.id, client });
  return {
    id: set.id,
    type: set.factor_type,
    friendly_name: set.friendly_name,
    total: codes.length,
    codes,
  };
}

async function verify(
  trx: Trx,
  provider: Provider,
  bearer: Bearer,
  { code, client }: { code: string; client: ClientFacts },
): Promise<GrantedSession | Refused> {
  const user = await lockCaller(trx, bearer);
  const set = findSet(await listFactors(trx, user.id));
  // This call doesn't reveal whether there are codes.
  if (!set) throw recoveryCodeWrong();
  const pause = findPause(provider, set, recoveryCodesLocked);
  if (pause) return { refusal: pause };
  const now = isoNow(provider.clock);
  const hash = hashRecoveryCode(provider, set.id, code);
  if (!(await consumeRecoveryCode(trx, { factorId: set.id, hash, now }))) {
    await countWrongCode(trx, provider, set, client);
    return { refusal: recoveryCodeWrong() };
  }
  await updateFactor(trx, set.id, NO_WRONG_CODES);
  await recordAudit(trx, provider.clock, {
    action: 'recovery_code_used',
    userId: user.id,
    client,
    detail: { session: bearer.sessionId },
  });
  return raiseSession(trx, provider, { user, sessionId: bearer.sessionId, factor: set });
}

function findSet(factors: readonly FactorRow[]): FactorRow | undefined {
  return factors.find(({ factor_type: type }) => type === 'recovery_code');
}

function isAppInUse({ factor_type: type, status }: FactorRow): boolean {
  return type === 'totp' && status === 'verified';
}
