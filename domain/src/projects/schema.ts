import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { MILESTONE_STATUSES } from '../milestones/rules.ts';
import { briefRecordSchema, estimateSchema } from '../onboarding/schema.ts';
import { CLIENT_ROLES } from '../people/rules.ts';
import { shortText } from '../text-schema.ts';
import {
  MONTHLY_METRICS,
  type MonthlyMetric,
  PROJECT_STAGES,
  PROJECT_STATUSES,
  PROJECT_TITLE_MAX,
} from './rules.ts';
import { WAITING_KINDS } from './waiting.ts';

/** A project, which the wire also calls an onboarding (specification section 3). */
export const projectSchema = z.object({
  _id: idSchema,
  id: idSchema,
  userId: idSchema,
  email: z.string(),
  /** Its own title; until it has one, one by its features. */
  title: z.string(),
  status: z.enum(PROJECT_STATUSES),
  stage: z.enum(PROJECT_STAGES),
  step: z.number().int(),
  /** Rises by one with every change of the draft. */
  revision: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  submittedAt: z.string().nullable(),
  data: briefRecordSchema,
  /** The submitted brief. */
  final: briefRecordSchema.nullable(),
  estimate: estimateSchema.nullable(),
  /** What the reader may do on the client's side; null for the studio. */
  clientRole: z.enum(CLIENT_ROLES).nullable(),
});
export type Project = z.infer<typeof projectSchema>;

export const renameProjectSchema = z.object({
  /** Empty for the title by its features. */
  title: shortText(PROJECT_TITLE_MAX),
  /** The title the sender read. A different stored one refuses the call; without it there is no check. */
  seen: shortText(PROJECT_TITLE_MAX).optional(),
});
export type RenameProject = z.infer<typeof renameProjectSchema>;

/** A project without its brief. */
export const projectSummarySchema = z.object({
  _id: idSchema,
  id: idSchema,
  userId: idSchema,
  email: z.string(),
  /** Its own title; until it has one, one by its features. */
  title: z.string(),
  status: z.enum(PROJECT_STATUSES),
  stage: z.enum(PROJECT_STAGES),
  step: z.number().int(),
  company: z.string(),
  domain: z.string(),
  featureCount: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  submittedAt: z.string().nullable(),
  data: briefRecordSchema.pick({ company: true, domain: true, features: true }),
});
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

/** How far a project has come, and what it comes to. */
export const projectProgressSchema = z.object({
  stage: z.enum(PROJECT_STAGES),
  /** Published milestones: the total and the approved ones. */
  milestones: z.object({ total: z.number().int(), approved: z.number().int() }),
  /** The price of its contract in whole US dollars (`low` is `high`); until one is sent, the brief's estimate. */
  value: z.object({ low: z.number().int(), high: z.number().int(), isEstimate: z.boolean() }).nullable(),
  /** The earliest due date of its open milestones. */
  nextDue: z.string().nullable(),
  /** True once its contract is accepted: before, no date counts. */
  isAccepted: z.boolean(),
});
export type ProjectProgress = z.infer<typeof projectProgressSchema>;

/** A project as a row of the admin's list, with its progress. */
export const listedProjectSchema = projectSummarySchema.extend(projectProgressSchema.shape);
export type ListedProject = z.infer<typeof listedProjectSchema>;

/** A project as a card of the board. */
export const boardCardSchema = listedProjectSchema.pick({
  _id: true,
  id: true,
  email: true,
  title: true,
  company: true,
  updatedAt: true,
  stage: true,
  milestones: true,
  value: true,
  nextDue: true,
  isAccepted: true,
});
export type BoardCard = z.infer<typeof boardCardSchema>;

/** The cards, last changed first; `isWhole` is false if there are more projects than a board shows. */
export const boardSchema = z.object({ items: z.array(boardCardSchema), isWhole: z.boolean() });
export type Board = z.infer<typeof boardSchema>;

/** What waits for a client in one project, the most pressing first. A project in which nothing waits is omitted. */
export const waitingSchema = z.object({
  projectId: idSchema,
  groups: z.array(
    z.object({
      kind: z.enum(WAITING_KINDS),
      /** How many there are, of which `items` names the first; messages are only counted. */
      count: z.number().int(),
      items: z.array(
        z.object({
          kind: z.enum(WAITING_KINDS),
          id: idSchema,
          title: z.string(),
          /** A contract's version, a change order's place, an invoice's number; empty for others. */
          number: z.string(),
          /** Since when, a moment; for an invoice and a request the day they are due. */
          at: z.string().nullable(),
          /** Integer cents. */
          amount: z.number().int().nullable(),
        }),
      ),
    }),
  ),
});
export type Waiting = z.infer<typeof waitingSchema>;

const month = z.object({
  /** `2026-01` */
  month: z.string(),
  ...(Object.fromEntries(MONTHLY_METRICS.map((name) => [name, z.number().int()])) as Record<
    MonthlyMetric,
    z.ZodNumber
  >),
});
export type MonthMetrics = z.infer<typeof month>;

const inProject = { projectId: idSchema, project: z.string(), since: z.string() };
const milestone = z.object({
  ...inProject,
  milestoneId: idSchema,
  title: z.string(),
  status: z.enum(MILESTONE_STATUSES),
  due: z.string().nullable(),
});
const project = z.object(inProject);

/** What needs the owner now, each with its title and since when; and the metrics. */
export const overviewSchema = z.object({
  /** Submitted projects, the archived ones aside. */
  activeProjects: z.number().int(),
  waiting: z.object({
    /** The number of unread enquiries, and the newest ones. */
    enquiries: z.object({
      total: z.number().int(),
      items: z.array(z.object({ id: idSchema, name: z.string(), preview: z.string(), since: z.string() })),
    }),
    /**
     * Threads in which the client waits for an answer, longest first; with the beginning and id of their
     * last message.
     */
    answers: z.array(project.extend({ preview: z.string(), upTo: idSchema })),
    /** Answered requests that the studio hasn't looked at, the longest waiting first. */
    requests: z.array(project.extend({ requestId: idSchema, title: z.string() })),
    /** Submitted projects whose contract was never sent, the longest waiting first. */
    proposals: z.array(project),
    /** Changes requested by clients: of milestones and of contracts. */
    changes: z.array(milestone),
    contractChanges: z.array(project),
    /** What waits for a client: milestones in review, and sent contracts. */
    reviews: z.array(milestone),
    contracts: z.array(project),
    /** Overdue milestones. */
    overdue: z.array(milestone),
    /** Drafts that have gone quiet. */
    quietDrafts: z.array(project),
  }),
  /** Recent mails that couldn't be delivered: the number, and the newest ones. */
  failedMails: z.object({
    total: z.number().int(),
    items: z.array(z.object({ id: idSchema, to: z.string(), subject: z.string(), since: z.string() })),
  }),
  months: z.array(month),
});
export type Overview = z.infer<typeof overviewSchema>;

/**
 * For calls whose reply depends on the caller: with `as=client` the studio gets what the project's client
 * would. It gives no one else access and changes nothing.
 */
export const clientViewQuerySchema = z.object({ as: z.literal('client').optional() });

/** A status filter: absent, empty or `all` includes every status. */
export const projectStatusFilter = z
  .union([z.enum(PROJECT_STATUSES), z.enum(['', 'all']).transform(() => undefined)])
  .optional();
