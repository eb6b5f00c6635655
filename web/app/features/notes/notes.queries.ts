import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { adminKeys } from '../../lib/api/query-client.ts';

/** The notes about a project or an enquiry, newest first. */
export const listNotes = (about: string) =>
  queryOptions({
    queryKey: [...adminKeys.notes, 'about', about],
    queryFn: async ({ signal }) => (await callApi(api.listNotes, { params: { id: about }, signal })).items,
  });

export const changesNotes = { refetch: [adminKeys.notes] };
