import type { LiveKind } from '@atelier/domain/live/schema.ts';
import { adminKeys } from '../api/admin-keys.ts';
import { projectKeys } from '../api/project-keys.ts';

export type QueryKeys = readonly (readonly unknown[])[];

/** The query keys to refetch after each kind of a noun's live events about a project. */
export type LiveKeys<Kind extends LiveKind> = Record<Kind, (projectId: string) => QueryKeys>;

/** What every event in a project changes: its activity, and the studio's overview, which names events. */
export const projectEventKeys = (projectId: string) => [projectKeys.activity(projectId), adminKeys.overview];
