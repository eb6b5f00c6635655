import { isoIn, latestMeant } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.ts';
import type { AuthError } from '../protocol/auth-error.ts';
import type { Provider } from '../provider.ts';
import { type FactorRow, updateFactor } from './factors.repository.ts';

/** Wrong codes in a row that a factor bears before it pauses. */
const TRIES = 5;
/** The first pause; each further one is twice as long as the one before, up to a day. */
const FIRST_PAUSE_SECONDS = 15 * 60;
const LONGEST_PAUSE_SECONDS = 24 * 3_600;

/**
 * Three of a million codes are right at any moment. With these pauses somebody who has the password gets
 * through 35 guesses on the first day and 5 on each further one, which is a chance of 1 in 180 in a year.
 * The count is in the database: a restart or another process does not begin it anew.
 * @returns the refusal for a factor that pauses, whatever the code
 */
export function findPause(
  { clock }: Pick<Provider, 'clock'>,
  factor: FactorRow,
  refuse: (seconds: number) => AuthError,
): AuthError | undefined {
  if (factor.locked_until === null) return undefined;
  if (factor.locked_until > latestMeant(clock, pauseAfter(factor.failed_tries))) return undefined;
  const milliseconds = Date.parse(factor.locked_until) - clock.now().getTime();
  return milliseconds > 0 ? refuse(Math.ceil(milliseconds / 1000)) : undefined;
}

/** Counts a wrong code. The transaction has to be committed, so the refusal must not be thrown in it. */
export async function countWrongCode(
  trx: Trx,
  { clock }: Pick<Provider, 'clock'>,
  factor: FactorRow,
  client: ClientFacts,
): Promise<void> {
  const tries = factor.failed_tries + 1;
  if (tries % TRIES !== 0) {
    await updateFactor(trx, factor.id, { failed_tries: tries });
    return;
  }
  const pause = pauseAfter(tries);
  await updateFactor(trx, factor.id, { failed_tries: tries, locked_until: isoIn(clock, pause) });
  await recordAudit(trx, clock, {
    action: 'factor_locked',
    userId: factor.user_id,
    client,
    detail: { factor: factor.id, tries, seconds: pause },
  });
}

/** Seconds of the pause after so many wrong codes. */
function pauseAfter(tries: number): number {
  const pauses = Math.floor(tries / TRIES);
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (pauses - 1), LONGEST_PAUSE_SECONDS);
}

/** What a right code changes about the count. */
export const NO_WRONG_CODES = { failed_tries: 0, locked_until: null } as const;
