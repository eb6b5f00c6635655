import { api } from '@atelier/domain/api.ts';
import type { AddTodo } from '@atelier/domain/todos/schema.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { adminKeys, refetchAll, useMutation } from '../../lib/api/query-client.ts';

/** The to-dos about a project or an enquiry; without its id, all that are open. */
export const listTodos = (about?: string) =>
  queryOptions({
    queryKey: [...adminKeys.todos, about ?? 'open'],
    queryFn: async ({ signal }) =>
      about === undefined
        ? (await callApi(api.listTodos, { signal })).items
        : (await callApi(api.listTodosAbout, { params: { id: about }, signal })).items,
  });

function useTodoMutation<Variables>(
  mutationFn: (variables: Variables) => Promise<unknown>,
  scope?: { id: string },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    ...(scope && { scope }),
    onSettled: () => refetchAll(queryClient, adminKeys.todos),
  });
}

export const useAddTodo = () => useTodoMutation((body: AddTodo) => callApi(api.addTodo, { body }));

/** One change after the other, so that what was done last is what stays. */
export const useChangeTodo = (id: string) =>
  useTodoMutation(
    (body: { text?: string; due?: string; done?: boolean }) =>
      callApi(api.changeTodo, { params: { id }, body }),
    { id: `todo ${id}` },
  );

export const useDeleteTodo = (id: string) =>
  useTodoMutation((_: undefined) => callApi(api.deleteTodo, { params: { id } }));
