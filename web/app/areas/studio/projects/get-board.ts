import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { callApi } from '../../../lib/api-client.ts';

/** What is under way, by how far it has come. */
export const getBoard = () =>
  queryOptions({
    queryKey: [...adminKeys.projects, 'board'],
    queryFn: ({ signal }) => callApi(api.getBoard, { signal }),
  });
