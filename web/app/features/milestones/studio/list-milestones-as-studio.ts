import { api } from '@atelier/domain/api.ts';
import { inPlanOrder } from '@atelier/domain/milestones/rules.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { milestonesKey } from '../milestones-key.ts';

/** All milestones of a project in order, drafts included. */
export const listMilestonesAsStudio = (projectId: string) =>
  queryOptions({
    queryKey: [...milestonesKey(projectId), 'studio'],
    queryFn: async ({ signal }) =>
      inPlanOrder((await callApi(api.listMilestonesAsStudio, { params: { id: projectId }, signal })).items),
  });
