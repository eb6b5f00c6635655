import type { Trx } from '../../platform/db/database.ts';

/** The latest moment at which each kind of row is of no use any more. */
export interface Expiry {
  now: string;
  /** The same, in milliseconds since 1970. */
  nowMs: number;
  code: string;
  codeTry: string;
  press: string;
  unverifiedFactor: string;
  challenge: string;
  signUp: string;
  oldKey: string;
  audit: string;
  session: { begun: string; used: string };
}

/** Deletes expired rows from every table of the provider that has a time. */
export async function deleteExpired(trx: Trx, expiry: Expiry): Promise<void> {
  await trx.deleteFrom('auth_codes').where('issued_at', '<=', expiry.code).execute();
  await trx.deleteFrom('auth_link_presses').where('pressed_at', '<=', expiry.press).execute();
  await trx
    .deleteFrom('auth_factors')
    .where('status', '=', 'unverified')
    .where('created_at', '<=', expiry.unverifiedFactor)
    .execute();
  await trx.deleteFrom('auth_challenges').where('created_at', '<=', expiry.challenge).execute();
  await trx
    .deleteFrom('auth_one_time_tokens')
    .where('expires_at', '<=', expiry.now)
    .where('kind', '!=', 'signup')
    .execute();
  await trx.deleteFrom('auth_code_tries').where('since', '<=', expiry.codeTry).execute();
  await trx.deleteFrom('auth_mail_pace').where('paid_at', '<', expiry.nowMs).execute();
  await trx.deleteFrom('auth_audit').where('at', '<=', expiry.audit).execute();
  await deleteOldSessions(trx, expiry.session);
  await deleteOldSignUps(trx, expiry.signUp);
  await deleteOldKeys(trx, expiry.oldKey);
}

async function deleteOldSessions(trx: Trx, { begun, used }: Expiry['session']): Promise<void> {
  // One by one, so that each finds its rows by an index.
  await trx.deleteFrom('auth_sessions').where('created_at', '<=', begun).execute();
  await trx.deleteFrom('auth_sessions').where('refreshed_at', '<=', used).execute();
  await trx
    .deleteFrom('auth_sessions')
    .where('refreshed_at', 'is', null)
    .where('created_at', '<=', used)
    .execute();
}

async function deleteOldSignUps(trx: Trx, latest: string): Promise<void> {
  // Attempts of an address are deleted together: a single remaining one would look like the only
  // one.
  await trx
    .deleteFrom('auth_one_time_tokens')
    .where('kind', '=', 'signup')
    .where('expires_at', '<=', latest)
    .where('user_id', 'not in', (eb) =>
      eb
        .selectFrom('auth_one_time_tokens as later')
        .select('later.user_id')
        .where('later.kind', '=', 'signup')
        .where('later.expires_at', '>', latest),
    )
    .execute();
  await trx.deleteFrom('auth_attempted_passwords').where('created_at', '<=', latest).execute();
  // An address without an attempt left has no owner: the next sign-up with it is the first again.
  await trx
    .deleteFrom('auth_users')
    .where('email_confirmed_at', 'is', null)
    .where('invited_at', 'is', null)
    .where('created_at', '<=', latest)
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
}

/** Deletes the keys that no longer sign, if the one that does has been known for long enough. */
async function deleteOldKeys(trx: Trx, latest: string): Promise<void> {
  const successor = await trx
    .selectFrom('auth_keys')
    .select('kid')
    .where('signing', '=', 1)
    .where('created_at', '<=', latest)
    .executeTakeFirst();
  if (successor) await trx.deleteFrom('auth_keys').where('signing', 'is', null).execute();
}
