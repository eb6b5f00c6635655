import { isAdminRole } from '@atelier/domain/accounts/rules.ts';
import { type Clock, isoIn } from '../../../platform/clock.ts';
import type { ProviderSettings } from '../provider.ts';
import { rolesOf } from '../users/roles.ts';

const DAY_SECONDS = 24 * 3_600;

/** What tells whether a session still counts. */
export interface SessionAge {
  created_at: string;
  /** Its latest use, by the hour: null until it has got its second access token. */
  refreshed_at: string | null;
}

/** What decides whether a session is too old: the time, and the limits. */
export interface SessionAges {
  clock: Clock;
  settings: Pick<ProviderSettings, 'sessionDays'>;
}

/** Whose session it is. */
export interface SessionOwner {
  id: string;
  app_metadata: string;
  /** The role of the product's account; null before there is one. */
  role: string | null;
}

/**
 * Whether a session is over because nobody has used it for long or because it began long ago. Those of admins last
 * less long, from the moment at which they are admins.
 */
export function isSessionOver(
  { clock, settings }: SessionAges,
  { created_at: begun, refreshed_at: used }: SessionAge,
  owner: SessionOwner,
): boolean {
  const days = settings.sessionDays[isAdminRole(owner.role, rolesOf(owner)) ? 'admin' : 'client'];
  return begun <= daysAgo(clock, days.total) || (used ?? begun) <= daysAgo(clock, days.idle);
}

/** The latest moments by which every session is over that began, or was last used, then. */
export function latestOver({ clock, settings }: SessionAges) {
  const { client, admin } = settings.sessionDays;
  return {
    begun: daysAgo(clock, Math.max(client.total, admin.total)),
    used: daysAgo(clock, Math.max(client.idle, admin.idle)),
  };
}

function daysAgo(clock: Clock, days: number): string {
  return isoIn(clock, -days * DAY_SECONDS);
}
