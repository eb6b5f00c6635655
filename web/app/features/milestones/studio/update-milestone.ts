import { api } from '@atelier/domain/api.ts';
import type { CreateMilestone } from '@atelier/domain/milestones/schema.ts';
import { callApi } from '../../../lib/api-client.ts';
import { useChangeMilestone } from './change-milestone.ts';

export interface MilestoneEdit {
  id: string;
  /** The revision that was on the screen. */
  revision: number;
  /** What is to be another; the rest stays. */
  fields: Partial<Pick<CreateMilestone, 'title' | 'due' | 'description'>>;
}

/** Changes the words or the date of a milestone. */
export const useUpdateMilestone = (projectId: string) =>
  useChangeMilestone(projectId, ({ id, revision, fields }: MilestoneEdit) =>
    callApi(api.updateMilestone, {
      params: { id: projectId, milestoneId: id },
      body: { ...fields, revision },
    }),
  );
