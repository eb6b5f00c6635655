export const MILESTONE_STATUSES = [
  'pending',
  'in_progress',
  'in_review',
  'needs_changes',
  'approved',
  'blocked',
  'cancelled',
] as const;
export type MilestoneStatus = (typeof MILESTONE_STATUSES)[number];

/** True while there is something left to do for a milestone, or to wait for. */
export function isMilestoneOpen(status: MilestoneStatus): boolean {
  return status !== 'approved' && status !== 'cancelled';
}

/** The displayed name of a status. */
export const milestoneStatusLabels: Record<MilestoneStatus, string> = {
  pending: 'Pending',
  in_progress: 'In progress',
  in_review: 'In review',
  needs_changes: 'Needs changes',
  approved: 'Approved',
  blocked: 'Blocked',
  cancelled: 'Cancelled',
};

/** The most milestones a project can have. */
export const MILESTONES_MAX = 500;

/** The element id of a milestone in the plan; links use it as their anchor. */
export const milestoneAnchor = (milestoneId: string) => `milestone-${milestoneId}`;

/** The most files that a preview can show. */
export const PREVIEW_FILES_MAX = 12;

/** True if the client sees the preview: in review and after the answer, until the studio works on the next one. */
export function isPreviewShown(status: MilestoneStatus): boolean {
  return status === 'in_review' || status === 'needs_changes' || status === 'approved';
}

/** The actor on a milestone: the client who owns the project, or the studio. */
export type MilestoneActor = 'client' | 'studio';

const except = (...not: MilestoneStatus[]) => MILESTONE_STATUSES.filter((status) => !not.includes(status));

/**
 * For each actor and target state, the states it may be reached from (specification section 4). The studio
 * approves nothing; the client acts only on milestones in review. "Request changes" is approved →
 * in_review.
 */
const TRANSITIONS: Record<MilestoneActor, Partial<Record<MilestoneStatus, readonly MilestoneStatus[]>>> = {
  client: { approved: ['in_review'], needs_changes: ['in_review'] },
  studio: {
    in_progress: except('in_progress', 'approved'),
    in_review: except('in_review'),
    blocked: except('blocked', 'approved'),
    cancelled: except('cancelled'),
    pending: except('pending'),
  },
};

/** True if the actor may take a milestone from one state to another. Keeping the state is not a move. */
export function canMoveMilestone(actor: MilestoneActor, from: MilestoneStatus, to: MilestoneStatus): boolean {
  return TRANSITIONS[actor][to]?.includes(from) ?? false;
}

/** How long the studio can undo its move, and the client's mail is held back. */
export const UNDO_SECONDS = 10;
/** How much longer the server accepts an undo that was pressed in time. */
export const UNDO_GRACE_SECONDS = 5;

const ANNOUNCED: readonly MilestoneStatus[] = ['in_review', 'blocked', 'cancelled'];

/** True if the client gets a mail when the studio takes a published milestone to this status. */
export function isMoveAnnounced(to: MilestoneStatus): boolean {
  return ANNOUNCED.includes(to);
}

const LIKELY_NEXT: Partial<Record<MilestoneStatus, MilestoneStatus>> = {
  pending: 'in_progress',
  in_progress: 'in_review',
  needs_changes: 'in_progress',
  blocked: 'in_progress',
  cancelled: 'pending',
};

/** The studio's likely next move; undefined while the client has the milestone, and once it is approved. */
export function likelyNextStatus(status: MilestoneStatus): MilestoneStatus | undefined {
  return LIKELY_NEXT[status];
}

/** A button of a milestone: its label and target status. */
export interface MilestoneAction {
  label: string;
  to: MilestoneStatus;
}

const LABELS: Record<MilestoneActor, readonly MilestoneAction[]> = {
  client: [
    { label: 'Approve', to: 'approved' },
    { label: 'Needs changes', to: 'needs_changes' },
  ],
  studio: [
    { label: 'Start', to: 'in_progress' },
    { label: 'Send for review', to: 'in_review' },
    { label: 'Block', to: 'blocked' },
    { label: 'Cancel', to: 'cancelled' },
    { label: 'Reopen', to: 'pending' },
  ],
};

/** The actor's buttons on a milestone in this state (specification section 4); deleting is separate. */
export function milestoneActions(actor: MilestoneActor, status: MilestoneStatus): MilestoneAction[] {
  return LABELS[actor]
    .filter(({ to }) => canMoveMilestone(actor, status, to))
    .map((action) =>
      status === 'approved' && action.to === 'in_review' ? { ...action, label: 'Request changes' } : action,
    );
}

/** Why the actor may not take a milestone from one state to another, as a sentence for them. */
export function milestoneRefusal(actor: MilestoneActor, from: MilestoneStatus, to: MilestoneStatus): string {
  if (!TRANSITIONS[actor][to]) {
    if (actor === 'client')
      return 'You can approve a milestone or ask for changes. The rest is the studio’s to set.';
    return 'Only the client approves a milestone or says that it needs changes.';
  }
  const now = milestoneStatusLabels[from].toLowerCase();
  if (actor === 'client') {
    return `This milestone is ${now} now. Only one in review can be approved or sent back for changes.`;
  }
  return `This milestone is ${now} now, and cannot become ${milestoneStatusLabels[to].toLowerCase()} from there.`;
}

const STARTED: readonly MilestoneStatus[] = ['in_progress', 'in_review', 'needs_changes', 'approved'];

/**
 * True if the studio has started a milestone. Before the contract is accepted only started milestones count
 * as under way.
 */
export function hasStarted(status: MilestoneStatus): boolean {
  return STARTED.includes(status);
}

/** A milestone is due soon from this many days before its date. */
export const DUE_SOON_DAYS = 3;
const DAY_MS = 86_400_000;

/**
 * Whether an open milestone's date has passed or is near. `today` is the reader's day (`2026-11-21`). On
 * its date a milestone is due soon, from the next day on overdue. Approved and cancelled ones, those
 * without a date, and all of them before the contract is accepted are neither. A client isn't told that what waits for the
 * studio is late.
 */
export function milestoneDueState(
  { due, status }: { due: string | null; status: MilestoneStatus },
  { today, isAccepted, side }: { today: string; isAccepted: boolean; side: MilestoneActor },
): 'overdue' | 'due-soon' | undefined {
  if (!isAccepted || due === null || !isMilestoneOpen(status)) return undefined;
  const days = (Date.parse(due) - Date.parse(today)) / DAY_MS;
  if (days < 0) return side === 'studio' || status === 'in_review' ? 'overdue' : undefined;
  return days <= DUE_SOON_DAYS ? 'due-soon' : undefined;
}

/** A plan in both sides' order: by position, then by creation (specification section 4). */
export function inPlanOrder<M extends { id: string; order: number; createdAt: string }>(
  milestones: readonly M[],
): M[] {
  return milestones.toSorted(
    (one, other) =>
      one.order - other.order || compare(one.createdAt, other.createdAt) || compare(one.id, other.id),
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** The plan in a contract: what the client sees of it, or the whole plan while they see none. */
export function contractPlan<M extends { status: MilestoneStatus; published: boolean | number }>(
  milestones: readonly M[],
): M[] {
  const planned = milestones.filter(({ status }) => status !== 'cancelled');
  const published = planned.filter((milestone) => Boolean(milestone.published));
  return published.length > 0 ? published : planned;
}

/** True if publishing the plan publishes this milestone: a cancelled draft stays private. */
export function isDraftToPublish({ published, status }: { published: boolean; status: MilestoneStatus }) {
  return !published && status !== 'cancelled';
}

/** The current milestone: the first that is not approved, cancelled ones included (specification section 4). */
export function currentMilestone<M extends { status: MilestoneStatus }>(
  ordered: readonly M[],
): M | undefined {
  return ordered.find((milestone) => milestone.status !== 'approved');
}

/** The next milestone to work on: the first that is neither approved nor cancelled. */
export function nextMilestone<M extends { status: MilestoneStatus }>(ordered: readonly M[]): M | undefined {
  return ordered.find(({ status }) => isMilestoneOpen(status));
}

/** The first and the last dated milestone of a plan, by date, without cancelled ones; fewer where there are fewer. */
export function planRange<M extends { due: string | null; status: MilestoneStatus }>(
  milestones: readonly M[],
): (M & { due: string })[] {
  const dated = milestones
    .filter((each): each is M & { due: string } => each.due !== null && each.status !== 'cancelled')
    .sort((one, other) => one.due.localeCompare(other.due));
  return [...dated.slice(0, 1), ...dated.slice(1).slice(-1)];
}

/** Approved of all, with a rounded percent (specification section 4); nothing of nothing is 0. */
export function milestoneProgress(milestones: readonly { status: MilestoneStatus }[]) {
  const approved = milestones.filter((milestone) => milestone.status === 'approved').length;
  const total = milestones.length;
  return { approved, total, percent: total === 0 ? 0 : Math.round((approved / total) * 100) };
}
