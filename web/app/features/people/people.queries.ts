import { api } from '@atelier/domain/api.ts';
import type { ColleagueRole } from '@atelier/domain/people/rules.ts';
import type { InviteColleague, ProjectPeople } from '@atelier/domain/people/schema.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { projectKeys, useMutation } from '../../lib/api/query-client.ts';
import { reloadAccount } from '../../lib/session/account.ts';

/** The people on the client's side of a project, and who is invited. */
export const listPeople = (projectId: string) =>
  queryOptions({
    queryKey: projectKeys.people(projectId),
    queryFn: ({ signal }) => callApi(api.listPeople, { params: { id: projectId }, signal }),
  });

/**
 * A change of who is in a project. The reply is shown at once; after a failure the list is fetched again, because a stale screen
 * may be the reason for it.
 */
function usePeopleMutation<Input>(projectId: string, act: (input: Input) => Promise<ProjectPeople>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (people) => queryClient.setQueryData(listPeople(projectId).queryKey, people),
    onError: () => queryClient.invalidateQueries({ queryKey: projectKeys.people(projectId) }),
  });
}

export function useInviteColleague(projectId: string) {
  return usePeopleMutation(projectId, (body: InviteColleague) =>
    callApi(api.inviteColleague, { params: { id: projectId }, body }),
  );
}

/** What a main contact does with a colleague or an invitation. */
export type PersonAct =
  | { act: 'role'; personId: string; role: ColleagueRole }
  | { act: 'remove' | 'contact'; personId: string }
  | { act: 'withdraw'; invitationId: string };

/** What is asked before it is done: its subject and its name. */
export interface AskedAct {
  act: 'remove' | 'contact' | 'leave';
  personId: string;
  name: string;
}

export function useActOnPeople(projectId: string) {
  const queryClient = useQueryClient();
  return usePeopleMutation(projectId, async (input: PersonAct) => {
    if (input.act === 'withdraw') {
      const { invitationId } = input;
      return callApi(api.withdrawInvitation, { params: { id: projectId, invitationId } });
    }
    const params = { id: projectId, personId: input.personId };
    if (input.act === 'role') return callApi(api.changeColleague, { params, body: { role: input.role } });
    if (input.act === 'remove') return callApi(api.removeColleague, { params });
    const people = await callApi(api.makeContact, { params });
    // What the reader may do in the project is another thing now.
    void queryClient.invalidateQueries({ queryKey: projectKeys.own });
    return people;
  });
}

/** Leaves a colleague's project. `onLeft` is called first: the screen that shows it goes away. */
export function useLeaveProject(onLeft: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (projectId: string) => callApi(api.leaveProject, { params: { id: projectId } }),
    onSuccess: async (_reply, projectId) => {
      onLeft();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [...projectKeys.own, 'submitted'] }),
        reloadAccount(),
      ]);
      queryClient.removeQueries({ queryKey: [...projectKeys.own, 'one', projectId], type: 'inactive' });
    },
  });
}

const invitationsKey = [...projectKeys.own, 'invitations'] as const;

/** The open invitations to the reader's address. */
export const listReceivedInvitations = () =>
  queryOptions({
    queryKey: invitationsKey,
    queryFn: async ({ signal }) => (await callApi(api.listReceivedInvitations, { signal })).items,
  });

/** Joins a project, which is in the list then, or declines. */
export function useAnswerInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, joins }: { id: string; joins: boolean }) => {
      if (joins) return (await callApi(api.joinProject, { params: { id } })).projectId;
      await callApi(api.declineInvitation, { params: { id } });
      return undefined;
    },
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: projectKeys.own }), reloadAccount()]),
  });
}

/** A change of the main contact, as the one who was it before sees it. */
export const findContactChange = (id: string) =>
  queryOptions({
    queryKey: [...projectKeys.own, 'contact-change', id],
    queryFn: ({ signal }) => callApi(api.findContactChange, { params: { id }, signal }),
  });

/** Makes the reader the main contact again. `onUndone` is called first: what the screen shows is over then. */
export function useUndoContactChange(onUndone: (projectId: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => (await callApi(api.undoContactChange, { params: { id } })).projectId,
    onSuccess: onUndone,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: projectKeys.own }),
        queryClient.invalidateQueries({ queryKey: projectKeys.every }),
        reloadAccount(),
      ]),
  });
}
