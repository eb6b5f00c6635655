import { type Role, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '@atelier/domain/accounts/rules.ts';
import type { AdminUser } from '@atelier/domain/accounts/schema.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Tone } from '../../../ui/feedback/alert.tsx';

const roles: Record<Role, { label: string; tone: Tone }> = {
  admin: { label: 'Admin', tone: 'accent' },
  client: { label: 'Client', tone: 'neutral' },
};
const subscriptions: Record<SubscriptionStatus, { label: string; tone: Tone }> = {
  none: { label: 'No subscription', tone: 'neutral' },
  active: { label: 'Active', tone: 'success' },
  past_due: { label: 'Past due', tone: 'warning' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

export const subscriptionChoices = SUBSCRIPTION_STATUSES.map((value) => ({
  value,
  label: subscriptions[value].label,
}));
export const roleLabel = (role: Role) => roles[role].label;
export const subscriptionLabel = (status: SubscriptionStatus) => subscriptions[status].label;

export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={roles[role].tone}>{roles[role].label}</Badge>;
}

export function SubscriptionBadge({ status }: { status: SubscriptionStatus }) {
  return <Badge tone={subscriptions[status].tone}>{subscriptions[status].label}</Badge>;
}

/** What the status means, where it is listed or set. */
export const SUBSCRIPTION_HINT =
  'The subscription is the studio’s note of the monthly care a client pays for. It changes nothing about what they can do.';

/** Shown for a disabled account only. */
export function DisabledBadge({ user }: { user: Pick<AdminUser, 'disabledAt'> }) {
  return user.disabledAt === null ? null : <Badge tone="danger">Disabled</Badge>;
}
