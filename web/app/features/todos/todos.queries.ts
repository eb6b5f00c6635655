import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { adminKeys } from '../../lib/api/query-client.ts';

/** The to-dos about a project or an enquiry; without its id, all that are open. */
export const listTodos = (about?: string) =>
  queryOptions({
    queryKey: [...adminKeys.todos, about ?? 'open'],
    queryFn: async ({ signal }) =>
      about === undefined
        ? (await callApi(api.listTodos, { signal })).items
        : (await callApi(api.listTodosAbout, { params: { id: about }, signal })).items,
  });

export const changesTodos = { refetch: [adminKeys.todos] };
