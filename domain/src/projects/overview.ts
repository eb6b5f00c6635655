import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { MILESTONE_STATUSES } from '../milestones/schema.ts';

/**
 * What is added up month by month (UTC). `accepted_usd` is the sum of the accepted contracts' totals;
 * `approval_seconds` over `approvals` is how long milestones waited in review.
 */
export const MONTHLY_FIGURES = [
  'enquiries',
  'submissions',
  'contracts_sent',
  'contracts_accepted',
  'accepted_usd',
  'approvals',
  'approval_seconds',
] as const;
export type MonthlyFigure = (typeof MONTHLY_FIGURES)[number];

/** Months that the overview looks back on, this one included. */
export const OVERVIEW_MONTHS = 12;
/** Rows of each kind of thing that waits. */
export const WAITING_LIMIT = 6;
/** A draft that nobody has gone on with for so long has gone quiet. */
export const QUIET_DRAFT_DAYS = 7;
/** How long the overview shows a mail that couldn't be delivered. */
export const FAILED_MAILS_DAYS = 14;

const month = z.object({
  /** `2026-01` */
  month: z.string(),
  ...(Object.fromEntries(MONTHLY_FIGURES.map((name) => [name, z.number().int()])) as Record<
    MonthlyFigure,
    z.ZodNumber
  >),
});
export type MonthFigures = z.infer<typeof month>;

const inProject = { projectId: idSchema, project: z.string(), since: z.string() };
const milestone = z.object({
  ...inProject,
  milestoneId: idSchema,
  title: z.string(),
  status: z.enum(MILESTONE_STATUSES),
  due: z.string().nullable(),
});
const project = z.object(inProject);

/** What needs the owner now, each with how it is called and since when; and how the studio does. */
export const overviewSchema = z.object({
  waiting: z.object({
    /** Unread enquiries: how many, and the newest. */
    enquiries: z.object({
      total: z.number().int(),
      items: z.array(z.object({ id: idSchema, name: z.string(), preview: z.string(), since: z.string() })),
    }),
    /** Threads in which the client waits for an answer, the longest first; how their last message begins, and its id. */
    answers: z.array(project.extend({ preview: z.string(), upTo: idSchema })),
    /** Submitted projects whose contract was never sent, the longest waiting first. */
    proposals: z.array(project),
    /** Clients ask for changes: of milestones and of contracts. */
    changes: z.array(milestone),
    contractChanges: z.array(project),
    /** What waits for a client: milestones in review, and contracts that were sent. */
    reviews: z.array(milestone),
    contracts: z.array(project),
    /** Milestones that are due and not done. */
    overdue: z.array(milestone),
    /** Briefs that nobody has gone on with. */
    quietDrafts: z.array(project),
  }),
  /** Recent mails that couldn't be delivered: how many, and the newest. */
  failedMails: z.object({
    total: z.number().int(),
    items: z.array(z.object({ id: idSchema, to: z.string(), subject: z.string(), since: z.string() })),
  }),
  months: z.array(month),
});
export type Overview = z.infer<typeof overviewSchema>;
