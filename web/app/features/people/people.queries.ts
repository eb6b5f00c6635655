import { api } from '@atelier/domain/api.ts';
import type { ColleagueRole } from '@atelier/domain/people/rules.ts';
import type { ProjectPeople } from '@atelier/domain/people/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { projectKeys } from '../../lib/api/query-client.ts';
import { type CallEffects, useCall } from '../../lib/api/use-call.ts';
import { reloadAccount } from '../../lib/session/account.ts';

/** The people on the client's side of a project, and who is invited. */
export const listPeople = (projectId: string) =>
  queryOptions({
    queryKey: projectKeys.people(projectId),
    queryFn: ({ signal }) => callApi(api.listPeople, { params: { id: projectId }, signal }),
  });

/** A change of who is in a project is shown at once. */
export const changesPeople = (projectId: string): CallEffects<ProjectPeople> => ({
  shows: (people, client) => client.setQueryData(listPeople(projectId).queryKey, people),
  refetchOnFailure: [projectKeys.people(projectId)],
});

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

export const useActOnPeople = (projectId: string) =>
  useCall(
    (input: PersonAct) => {
      if (input.act === 'withdraw') {
        const { invitationId } = input;
        return callApi(api.withdrawInvitation, { params: { id: projectId, invitationId } });
      }
      const params = { id: projectId, personId: input.personId };
      if (input.act === 'role') return callApi(api.changeColleague, { params, body: { role: input.role } });
      return callApi(input.act === 'remove' ? api.removeColleague : api.makeContact, { params });
    },
    {
      ...changesPeople(projectId),
      shows: (people, client, { act }) => {
        client.setQueryData(listPeople(projectId).queryKey, people);
        // A former main contact may do less in the project.
        if (act === 'contact') void client.invalidateQueries({ queryKey: projectKeys.own });
      },
    },
  );

/** Leaves a colleague's project. `onLeft` is called first: the screen that shows it goes away. */
export const useLeaveProject = (onLeft: () => void) =>
  useCall(api.leaveProject, {
    shows: async (_reply, client, { params }) => {
      onLeft();
      const lists = client.invalidateQueries({ queryKey: projectKeys.submitted });
      await Promise.all([lists, reloadAccount()]);
      client.removeQueries({ queryKey: [...projectKeys.own, 'one', params.id], type: 'inactive' });
    },
  });

const invitationsKey = [...projectKeys.own, 'invitations'] as const;

/** The open invitations to the reader's address. */
export const listReceivedInvitations = () =>
  queryOptions({
    queryKey: invitationsKey,
    queryFn: async ({ signal }) => (await callApi(api.listReceivedInvitations, { signal })).items,
  });

/** Joins a project, which is in the list then, or declines. */
export const useAnswerInvitation = () =>
  useCall(
    async ({ id, joins }: { id: string; joins: boolean }) => {
      if (joins) return (await callApi(api.joinProject, { params: { id } })).projectId;
      await callApi(api.declineInvitation, { params: { id } });
      return undefined;
    },
    { refetch: [projectKeys.own], onSettled: reloadAccount },
  );

/** A change of the main contact, as the one who was it before sees it. */
export const findContactChange = (id: string) =>
  queryOptions({
    queryKey: [...projectKeys.own, 'contact-change', id],
    queryFn: ({ signal }) => callApi(api.findContactChange, { params: { id }, signal }),
  });

/** Makes the reader the main contact again. `onUndone` is called first: what the screen shows is over then. */
export const useUndoContactChange = (onUndone: (projectId: string) => void) =>
  useCall(api.undoContactChange, {
    shows: ({ projectId }) => onUndone(projectId),
    refetch: [projectKeys.own, projectKeys.every],
    onSettled: reloadAccount,
  });
