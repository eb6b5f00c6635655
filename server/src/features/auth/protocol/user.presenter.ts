import type { Selectable } from 'kysely';
import { z } from 'zod';
import { parseStoredJson } from '../../../platform/db/stored-json.ts';
import type { AuthUserTable } from '../auth.table.ts';
import type { FactorRow } from '../second-factor/factors.repository.ts';
import { identityMembers, type Metadata } from './request-body.ts';

/** A second factor as clients see it: never its secret. */
export function presentFactor(row: FactorRow) {
  return {
    id: row.id,
    ...(row.friendly_name === null ? {} : { friendly_name: row.friendly_name }),
    factor_type: row.factor_type,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(row.last_challenged_at === null ? {} : { last_challenged_at: row.last_challenged_at }),
  };
}

export type UserRow = Selectable<AuthUserTable>;

/** The user of the protocol. */
export type PresentedUser = ReturnType<typeof presentUser>;

/**
 * The reply for a user. Unset members are absent, never null; no password, token or key is in it.
 * @param factors the second factors that the reader may know of: the user's own, none in the reply to a sign-up
 */
export function presentUser(row: UserRow, factors: readonly FactorRow[]) {
  const isConfirmed = row.email_confirmed_at !== null;
  const metadata = {
    ...parseUserMetadata(row),
    ...identityMembers({ id: row.id, email: row.email, isConfirmed }),
  };
  return {
    id: row.id,
    aud: 'authenticated' as const,
    role: 'authenticated' as const,
    email: row.email,
    phone: '' as const,
    ...present({
      email_confirmed_at: row.email_confirmed_at,
      invited_at: row.invited_at,
      confirmation_sent_at: row.confirmation_sent_at,
      confirmed_at: row.email_confirmed_at,
      recovery_sent_at: row.recovery_sent_at,
      email_change_sent_at: row.new_email === null ? null : row.email_change_sent_at,
      reauthentication_sent_at: row.reauthentication_sent_at,
      last_sign_in_at: row.last_sign_in_at,
    }),
    ...(row.new_email === null ? {} : { new_email: row.new_email }),
    ...(row.banned_until === null ? {} : { banned_until: row.banned_until }),
    app_metadata: parseAppMetadata(row),
    user_metadata: metadata,
    identities: [
      {
        identity_id: row.identity_id,
        // The subject at the provider: for email the user's own id.
        id: row.id,
        user_id: row.id,
        provider: 'email' as const,
        identity_data: metadata,
        last_sign_in_at: row.last_sign_in_at ?? row.created_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
        email: row.email,
      },
    ],
    ...(factors.length === 0 ? {} : { factors: factors.map(presentFactor) }),
    created_at: row.created_at,
    updated_at: row.updated_at,
    is_anonymous: false as const,
  };
}

/**
 * The reply to a service: the metadata as sent, without the user's identity. A confirmation adds
 * `email_verified` to it.
 */
export function presentManagedUser(row: UserRow, factors: readonly FactorRow[]): PresentedUser {
  return {
    ...presentUser(row, factors),
    user_metadata: {
      ...parseUserMetadata(row),
      ...(row.email_confirmed_at === null ? {} : { email_verified: true }),
    },
  };
}

/** The members are the user's own, or of any version of the product: only the object is certain. */
const metadataSchema = z.record(z.string(), z.unknown());

/** What a user has stored about themselves. */
export function parseUserMetadata({ id, user_metadata }: Pick<UserRow, 'id' | 'user_metadata'>): Metadata {
  return parseStoredJson(metadataSchema, user_metadata, { column: 'auth_users.user_metadata', id });
}

/** What the server has stored about a user: their roles, and how they sign in. */
export function parseAppMetadata({ id, app_metadata }: Pick<UserRow, 'id' | 'app_metadata'>): Metadata {
  return parseStoredJson(metadataSchema, app_metadata, { column: 'auth_users.app_metadata', id });
}

function present(stamps: Record<`${string}_at`, string | null>): Record<`${string}_at`, string> {
  return Object.fromEntries(Object.entries(stamps).filter(([, time]) => time !== null)) as Record<
    `${string}_at`,
    string
  >;
}
