import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { callApi } from '../../../lib/api-client.ts';

/** Any project, whole. */
export const getProject = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.projects, 'one', id],
    queryFn: async ({ signal }) => (await callApi(api.getProject, { params: { id }, signal })).project,
  });
