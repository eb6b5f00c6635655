import { type Role, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '@atelier/domain/accounts/rules.ts';
import type { AdminUser } from '@atelier/domain/accounts/schema.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Tone } from '../../../ui/feedback/alert.tsx';

const roles: Record<Role, { label: string; tone: Tone }> = {
  admin: { label: 'Admin', tone: 'accent' },
  client: { label: 'Client', tone: 'neutral' },
};
const subscriptions: Record<SubscriptionStatus, { label: string; tone: Tone }> = {
  none: { label: 'None', tone: 'neutral' },
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

/** Shown for a disabled account only. */
export function DisabledBadge({ user }: { user: Pick<AdminUser, 'disabledAt'> }) {
  return user.disabledAt === null ? null : <Badge tone="danger">Disabled</Badge>;
}
