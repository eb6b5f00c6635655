import { api } from '@atelier/domain/api.ts';
import type { AddNote, EditNote } from '@atelier/domain/notes/schema.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { adminKeys, refetchAll, useMutation } from '../../lib/api/query-client.ts';

/** The notes about a project or an enquiry, newest first. */
export const listNotes = (about: string) =>
  queryOptions({
    queryKey: [...adminKeys.notes, 'about', about],
    queryFn: async ({ signal }) => (await callApi(api.listNotes, { params: { id: about }, signal })).items,
  });

function useNoteMutation<Variables>(mutationFn: (variables: Variables) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refetchAll(queryClient, adminKeys.notes) });
}

export const useAddNote = (about: string) =>
  useNoteMutation((body: AddNote) => callApi(api.addNote, { params: { id: about }, body }));

export const useEditNote = (id: string) =>
  useNoteMutation((body: EditNote) => callApi(api.editNote, { params: { id }, body }));

export const useDeleteNote = (id: string) =>
  useNoteMutation((_: undefined) => callApi(api.deleteNote, { params: { id } }));
