import { z } from 'zod';
import { idSchema } from '../ids.ts';

/** Files of one project at most, each version counted: the list is never paged. */
export const MAX_PROJECT_FILES = 500;

/** One content of a file. `url` is a link signed for a few minutes, absolute. */
export const fileVersionSchema = z.object({
  /** Rises by one with each replacement, from 1. */
  version: z.number().int(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Media type, by content. */
  type: z.string(),
  url: z.string(),
  createdAt: z.string(),
});
export type FileVersion = z.infer<typeof fileVersionSchema>;

/** A file of a project: its newest version, and those that it replaced. */
export const deliverableSchema = fileVersionSchema.extend({
  _id: idSchema,
  id: idSchema,
  /** Who sent it: a deliverable of the studio's (`owner`), or something of the client's for the project. */
  from: z.enum(['owner', 'client']),
  /** What it replaced, newest first. */
  versions: z.array(fileVersionSchema),
});
export type Deliverable = z.infer<typeof deliverableSchema>;

/** What can still be sent to a project; all in bytes but the counts. */
export const fileLimitsSchema = z.object({
  /** Of one file. */
  maxBytes: z.number().int(),
  usedBytes: z.number().int(),
  quotaBytes: z.number().int(),
  usedFiles: z.number().int(),
  maxFiles: z.number().int(),
  /** Everything that the client has sent to all projects; null for the studio. */
  account: z.object({ usedBytes: z.number().int(), quotaBytes: z.number().int() }).nullable(),
});
export type FileLimits = z.infer<typeof fileLimitsSchema>;

/** A file's size in KB, rounded (specification section 9). */
export function formatKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`;
}

/** Bytes rounded down, for sentences about limits and what is left of them: "100 MB", below one megabyte "410 KB". */
export function formatAmount(bytes: number): string {
  if (bytes > 0 && bytes < 1024 ** 2) return `${Math.floor(bytes / 1024)} KB`;
  return `${Math.floor(bytes / 1024 ** 2).toLocaleString('en-US')} MB`;
}

/** Why a file of this size cannot be added, as a sentence; undefined where it can. */
export function refusalBySize(
  size: number,
  limits: FileLimits,
): { code: 'file_empty' | 'payload_too_large' | 'quota_exceeded'; message: string } | undefined {
  if (size === 0) return { code: 'file_empty', message: 'This file is empty. Save it again, then send it.' };
  if (size > limits.maxBytes) {
    return {
      code: 'payload_too_large',
      message: `A file can have up to ${formatAmount(limits.maxBytes)}.`,
    };
  }
  if (limits.usedFiles >= limits.maxFiles) {
    return {
      code: 'quota_exceeded',
      message: `A project can have ${limits.maxFiles} files, old versions included. Delete some first.`,
    };
  }
  if (limits.usedBytes + size > limits.quotaBytes) {
    const left = formatAmount(Math.max(0, limits.quotaBytes - limits.usedBytes));
    return {
      code: 'quota_exceeded',
      message: `This project has ${left} of its ${formatAmount(limits.quotaBytes)} left. Delete some files first.`,
    };
  }
  const { account } = limits;
  if (account && account.usedBytes + size > account.quotaBytes) {
    const left = formatAmount(Math.max(0, account.quotaBytes - account.usedBytes));
    return {
      code: 'quota_exceeded',
      message: `You have ${left} of your ${formatAmount(account.quotaBytes)} for all projects left. Delete some of your files first.`,
    };
  }
  return undefined;
}

/** The bytes that can still be sent, and the limit that leaves so few. */
export function bytesLeft({ account, ...limits }: FileLimits): { bytes: number; of: 'project' | 'account' } {
  const ofProject = Math.max(0, limits.quotaBytes - limits.usedBytes);
  const ofAccount = account ? Math.max(0, account.quotaBytes - account.usedBytes) : ofProject;
  return ofAccount < ofProject ? { bytes: ofAccount, of: 'account' } : { bytes: ofProject, of: 'project' };
}
