import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { estimateSchema } from '../onboarding/estimate-schema.ts';
import { briefRecordSchema } from '../onboarding/schema.ts';

/** A project begins as a draft of its onboarding. */
export const PROJECT_STATUSES = ['draft', 'submitted', 'archived'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** The orders of the studio's list: last changed first, last submitted first (drafts at the end), by name. */
export const PROJECT_SORTS = ['updated', 'submitted', 'company'] as const;
export type ProjectSort = (typeof PROJECT_SORTS)[number];

/** A project, which the wire also calls an onboarding (specification section 3). */
export const projectSchema = z.object({
  _id: idSchema,
  id: idSchema,
  userId: idSchema,
  email: z.string(),
  status: z.enum(PROJECT_STATUSES),
  step: z.number().int(),
  /** Rises by one with every change of the draft. */
  revision: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  submittedAt: z.string().nullable(),
  data: briefRecordSchema,
  /** The brief as it was submitted. */
  final: briefRecordSchema.nullable(),
  estimate: estimateSchema.nullable(),
});
export type Project = z.infer<typeof projectSchema>;

/** A project as a row of the admin's list. */
export const projectSummarySchema = z.object({
  _id: idSchema,
  id: idSchema,
  userId: idSchema,
  email: z.string(),
  status: z.enum(PROJECT_STATUSES),
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

/** The name a project is called by where it has no company yet. */
export function projectTitle(project: { company?: string; contact?: string; email?: string }): string {
  return project.company || project.contact || project.email || 'Untitled project';
}

/** "N features", with the singular where it is one. */
export function featureCountLabel(count: number): string {
  return `${count} ${count === 1 ? 'feature' : 'features'}`;
}
