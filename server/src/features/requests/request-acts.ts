import { AppError } from '@atelier/domain/errors.ts';
import { type RequestAction, requestRefusal } from '@atelier/domain/requests/rules.ts';
import type { ProjectActor } from '../../core/projects/project-event.ts';
import type { RequestRow } from './requests.table.ts';

/** What a side does with a request. */
export interface RequestAct {
  projectId: string;
  requestId: string;
  by: ProjectActor;
}

/** Throws conflict if an action may not start from a request's state. */
export function assertMay(action: RequestAction, { status }: Pick<RequestRow, 'status'>): void {
  const refusal = requestRefusal(action, status);
  if (refusal) throw new AppError('conflict', refusal);
}

/** Throws conflict unless the sender read a request as it is. */
export function assertSeen(row: Pick<RequestRow, 'revision'>, seen: number): void {
  if (row.revision !== seen) throw changedMeanwhile();
}

export const changedMeanwhile = () =>
  new AppError('conflict', 'The request has changed meanwhile. Check how it looks now, then try again.');
