import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import { isoIn } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { CHALLENGE_SECONDS } from './factor-challenge.flow.ts';
import { UNVERIFIED_FACTOR_SECONDS } from './factor-enrolment.flow.ts';
import { PRESS_AGAIN_SECONDS } from './link-presses.ts';
import { DAY_SECONDS } from './mail-codes.ts';
import { CODE_SECONDS, type Provider } from './provider.ts';

/** How long a sign-up may wait for somebody to ask for its link again. */
const SIGN_UP_KEPT_SECONDS = KEPT_DAYS.signUps * DAY_SECONDS;
/** Until the last token of a key has run out that no longer signs, and nobody keeps a copy of the keys without the new one. */
const OLD_KEYS_KEPT_SECONDS = 2 * 3_600;
const AUDIT_KEPT_SECONDS = KEPT_DAYS.securityEvents * DAY_SECONDS;

/** Deletes what can be of no use any more: links, codes, sign-ups that nobody confirmed, old keys and audit rows. */
export async function deleteExpiredRows({ db, clock }: Pick<Provider, 'db' | 'clock'>): Promise<void> {
  const [now, signUpLimit] = [isoIn(clock, 0), isoIn(clock, -SIGN_UP_KEPT_SECONDS)];
  await transaction(db, async (trx) => {
    await trx.deleteFrom('auth_codes').where('issued_at', '<=', isoIn(clock, -CODE_SECONDS)).execute();
    await trx
      .deleteFrom('auth_link_presses')
      .where('pressed_at', '<=', isoIn(clock, -PRESS_AGAIN_SECONDS))
      .execute();
    await trx
      .deleteFrom('auth_factors')
      .where('status', '=', 'unverified')
      .where('created_at', '<=', isoIn(clock, -UNVERIFIED_FACTOR_SECONDS))
      .execute();
    await trx
      .deleteFrom('auth_challenges')
      .where('created_at', '<=', isoIn(clock, -CHALLENGE_SECONDS))
      .execute();
    await trx
      .deleteFrom('auth_one_time_tokens')
      .where('expires_at', '<=', now)
      .where('kind', '!=', 'signup')
      .execute();
    // Attempts of an address are deleted together: a single remaining one would look like the only
    // one.
    await trx
      .deleteFrom('auth_one_time_tokens')
      .where('kind', '=', 'signup')
      .where('expires_at', '<=', signUpLimit)
      .where('user_id', 'not in', (eb) =>
        eb
          .selectFrom('auth_one_time_tokens as later')
          .select('later.user_id')
          .where('later.kind', '=', 'signup')
          .where('later.expires_at', '>', signUpLimit),
      )
      .execute();
    await trx.deleteFrom('auth_code_tries').where('since', '<=', isoIn(clock, -DAY_SECONDS)).execute();
    await trx.deleteFrom('auth_attempted_passwords').where('created_at', '<=', signUpLimit).execute();
    await trx.deleteFrom('auth_mail_pace').where('paid_at', '<', clock.now().getTime()).execute();
    // An address without an attempt left is nobody's: whoever signs up with it is the first again.
    await trx
      .deleteFrom('auth_users')
      .where('email_confirmed_at', 'is', null)
      .where('invited_at', 'is', null)
      .where('created_at', '<=', signUpLimit)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('auth_one_time_tokens')
              .select('auth_one_time_tokens.id')
              .whereRef('auth_one_time_tokens.user_id', '=', 'auth_users.id'),
          ),
        ),
      )
      .execute();
    const successor = await trx
      .selectFrom('auth_keys')
      .select('kid')
      .where('signing', '=', 1)
      .where('created_at', '<=', isoIn(clock, -OLD_KEYS_KEPT_SECONDS))
      .executeTakeFirst();
    if (successor) await trx.deleteFrom('auth_keys').where('signing', 'is', null).execute();
    await trx.deleteFrom('auth_audit').where('at', '<=', isoIn(clock, -AUDIT_KEPT_SECONDS)).execute();
  });
}
