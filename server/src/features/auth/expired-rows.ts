import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import { isoIn } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { deleteExpired, type Expiry } from './expired-rows.repository.ts';
import { PRESS_AGAIN_SECONDS } from './links/link-presses.ts';
import { DAY_SECONDS } from './links/mail-codes.ts';
import { CODE_SECONDS, type Provider } from './provider.ts';
import { CHALLENGE_SECONDS, UNVERIFIED_FACTOR_SECONDS } from './second-factor/factors.flow.ts';

/** How long a sign-up may wait for somebody to ask for its link again. */
const SIGN_UP_KEPT_SECONDS = KEPT_DAYS.signUps * DAY_SECONDS;
/** Until the last token of a key has run out that no longer signs, and nobody keeps a copy of the keys without the new one. */
const OLD_KEYS_KEPT_SECONDS = 2 * 3_600;
const AUDIT_KEPT_SECONDS = KEPT_DAYS.securityEvents * DAY_SECONDS;

/** Deletes what can be of no use any more: links, codes, sign-ups that nobody confirmed, old keys and audit rows. */
export async function deleteExpiredRows({ db, clock }: Pick<Provider, 'db' | 'clock'>): Promise<void> {
  const expiry: Expiry = {
    now: isoIn(clock, 0),
    nowMs: clock.now().getTime(),
    code: isoIn(clock, -CODE_SECONDS),
    codeTry: isoIn(clock, -DAY_SECONDS),
    press: isoIn(clock, -PRESS_AGAIN_SECONDS),
    unverifiedFactor: isoIn(clock, -UNVERIFIED_FACTOR_SECONDS),
    challenge: isoIn(clock, -CHALLENGE_SECONDS),
    signUp: isoIn(clock, -SIGN_UP_KEPT_SECONDS),
    oldKey: isoIn(clock, -OLD_KEYS_KEPT_SECONDS),
    audit: isoIn(clock, -AUDIT_KEPT_SECONDS),
  };
  await transaction(db, (trx) => deleteExpired(trx, expiry));
}
