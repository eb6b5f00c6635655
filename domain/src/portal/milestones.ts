import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { longText, shortText } from '../text-schema.ts';

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

/** Who acts on a milestone: the client who owns the project, or the studio. */
export type MilestoneActor = 'client' | 'studio';

const except = (...not: MilestoneStatus[]) => MILESTONE_STATUSES.filter((status) => !not.includes(status));

/**
 * For each actor and target state, the states it may be reached from (specification section 4). The studio
 * approves nothing; the client acts only on what is in review. "Request changes" is approved → in_review.
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

/** Whether the actor may take a milestone from one state to another. The same state again is not a step. */
export function canMoveMilestone(actor: MilestoneActor, from: MilestoneStatus, to: MilestoneStatus): boolean {
  return TRANSITIONS[actor][to]?.includes(from) ?? false;
}

/** The current milestone: the first that is not approved, cancelled ones included (specification section 4). */
export function currentMilestone<M extends { status: MilestoneStatus }>(
  ordered: readonly M[],
): M | undefined {
  return ordered.find((milestone) => milestone.status !== 'approved');
}

/** Approved of all, with a rounded percent (specification section 4); nothing of nothing is 0. */
export function milestoneProgress(milestones: readonly { status: MilestoneStatus }[]) {
  const approved = milestones.filter((milestone) => milestone.status === 'approved').length;
  const total = milestones.length;
  return { approved, total, percent: total === 0 ? 0 : Math.round((approved / total) * 100) };
}

export const milestoneSchema = z.object({
  _id: idSchema,
  id: idSchema,
  title: z.string(),
  description: z.string(),
  due: z.string().nullable(),
  status: z.enum(MILESTONE_STATUSES),
  order: z.number().int(),
  createdAt: z.string(),
});
export type Milestone = z.infer<typeof milestoneSchema>;

const milestoneFields = {
  title: z.string().pipe(shortText(200)).pipe(z.string().min(1, 'Enter a title.')),
  due: z.union([z.iso.date(), z.literal('').transform(() => null), z.null()]).optional(),
  description: longText(5_000).optional(),
};

export const createMilestoneSchema = z.object(milestoneFields);
export const updateMilestoneSchema = z.object(milestoneFields).partial();
export const setMilestoneStatusSchema = z.object({
  status: z.enum(MILESTONE_STATUSES),
  reason: longText(5_000).optional(),
});
export const reorderMilestonesSchema = z.object({ order: z.array(idSchema).max(500) });
