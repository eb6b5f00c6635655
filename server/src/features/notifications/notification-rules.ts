import type { NotificationKind } from '@atelier/domain/notifications.ts';
import type { ActivityKind, ProjectSide } from '@atelier/domain/portal/activity.ts';
import type { Happening } from '../../core/projects/happening.ts';

/** What comes in bursts is gathered this long, in seconds from the first of it, and told in one mail. */
export const GATHER_SECONDS = 180;
/** Kinds that are gathered; of the others each is a mail of its own. */
export const GATHERED: ReadonlySet<NotificationKind> = new Set(['message', 'file']);

export interface Notification {
  kind: NotificationKind;
  /** Which side is told. */
  side: ProjectSide;
}

type Rule = (happening: Happening) => readonly Notification[];

const tellOther =
  (kind: NotificationKind): Rule =>
  ({ by }) => [{ kind, side: by.side === 'client' ? 'studio' : 'client' }];

const tell =
  (side: ProjectSide, kind: NotificationKind): Rule =>
  () => [{ kind, side }];

/** A move of a milestone is told where it asks for something or answers something. */
const tellOfMove: Rule = ({ detail }) => {
  if (detail?.to === 'in_review') return [{ kind: 'milestone_review', side: 'client' }];
  if (detail?.to === 'approved') return [{ kind: 'milestone_approved', side: 'studio' }];
  if (detail?.to === 'needs_changes') return [{ kind: 'milestone_changes', side: 'studio' }];
  return [];
};

const RULES: Partial<Record<ActivityKind, Rule>> = {
  message_sent: tellOther('message'),
  milestone_moved: tellOfMove,
  contract_sent: tell('client', 'contract_sent'),
  // Both have a copy of what was agreed.
  contract_accepted: () => [
    { kind: 'contract_accepted', side: 'client' },
    { kind: 'contract_accepted', side: 'studio' },
  ],
  contract_change_requested: tell('studio', 'contract_change'),
  file_added: tellOther('file'),
  file_replaced: tellOther('file'),
};

/** Who is to be told of a happening by mail. What is the studio's alone is told to nobody. */
export function notificationsOf(happening: Happening): readonly Notification[] {
  if (happening.studioOnly) return [];
  return RULES[happening.kind]?.(happening) ?? [];
}
