import { UNDO_SECONDS } from '@atelier/domain/milestones/rules.ts';
import type { NotificationKind, ProjectEventKind } from '@atelier/domain/project-events.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { Happening } from '../../core/projects/project-event.ts';

/** Events of a project that cause a mail; a submission has mails of its own. */
export type PortalNotificationKind = Exclude<NotificationKind, 'project_submitted'>;

/** Kinds that wait until the studio can no longer undo the move. */
const UNDO_KINDS: readonly PortalNotificationKind[] = ['milestone_review', 'milestone_stopped'];
export const isUndoKind = (kind: PortalNotificationKind) => UNDO_KINDS.includes(kind);

/** What comes in bursts is gathered this long, in seconds from the first of it, and told in one mail. */
export const GATHER_SECONDS = 180;
/** Kinds that are gathered; of the others each is a mail of its own. */
export const GATHERED: ReadonlySet<PortalNotificationKind> = new Set(['message', 'file', 'contract_change']);
/** Gathered kinds whose first mail leaves at once: only later ones within that time wait. */
export const FIRST_AT_ONCE: ReadonlySet<PortalNotificationKind> = new Set(['contract_change']);

/** Seconds until a mail is due. */
export function delayOf(kind: PortalNotificationKind): number {
  if (GATHERED.has(kind)) return GATHER_SECONDS;
  return isUndoKind(kind) ? UNDO_SECONDS : 0;
}

export interface Notification {
  kind: PortalNotificationKind;
  /** Which side is told. */
  side: ProjectSide;
}

type Rule = (happening: Happening) => readonly Notification[];

const tellOther =
  (kind: PortalNotificationKind): Rule =>
  ({ by }) => [{ kind, side: by.side === 'client' ? 'studio' : 'client' }];

const tell =
  (side: ProjectSide, kind: PortalNotificationKind): Rule =>
  () => [{ kind, side }];

/** A move of a milestone is told where it asks for something or answers something. */
const tellOfMove: Rule = ({ detail }) => {
  if (detail?.to === 'in_review') return [{ kind: 'milestone_review', side: 'client' }];
  if (detail?.to === 'blocked' || detail?.to === 'cancelled')
    return [{ kind: 'milestone_stopped', side: 'client' }];
  if (detail?.to === 'approved') return [{ kind: 'milestone_approved', side: 'studio' }];
  if (detail?.to === 'needs_changes') return [{ kind: 'milestone_changes', side: 'studio' }];
  return [];
};

const RULES: Partial<Record<ProjectEventKind, Rule>> = {
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
