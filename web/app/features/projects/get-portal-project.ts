import { api } from '@atelier/domain/api.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { myProjectsKey } from './my-projects-key.ts';

/** One project by its id. `listed` is the same project as a list already brought it, shown meanwhile. */
export const getPortalProject = (id: string, listed?: Project) =>
  queryOptions({
    queryKey: [...myProjectsKey, 'one', id],
    queryFn: async ({ signal }) => (await callApi(api.getPortalProject, { params: { id }, signal })).project,
    placeholderData: listed,
  });
