import { api } from '@atelier/domain/api.ts';
import { inPlanOrder } from '@atelier/domain/milestones/rules.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { milestonesKey } from './milestones-key.ts';

/** The milestones that a project's client sees, in order. */
export const listMilestones = (projectId: string) =>
  queryOptions({
    queryKey: [...milestonesKey(projectId), 'client'],
    queryFn: async ({ signal }) =>
      inPlanOrder((await callApi(api.listMilestones, { params: { id: projectId }, signal })).items),
  });
