import { api } from '@atelier/domain/api.ts';
import { DEFAULT_PAGE_SIZE } from '@atelier/domain/paging-rules.ts';
import type { ProjectSort, ProjectStatus } from '@atelier/domain/projects/rules.ts';
import type { Project, Waiting } from '@atelier/domain/projects/schema.ts';
import { keepPreviousData, type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { failureMessage } from '../../lib/api/api-error.ts';
import { adminKeys, projectKeys } from '../../lib/api/query-client.ts';
import { type CallEffects, deleteWith, useCall } from '../../lib/api/use-call.ts';
import { useIsClientView } from '../../lib/pages/project-view.ts';
import { reloadAccount } from '../../lib/session/account.ts';
import { noteOwnProjects } from '../../lib/session/own-projects.ts';
import { isMissing } from '../../ui/feedback/load-failure.tsx';

/** One project. `listed` is the same project from a list, shown until the reply. */
export const getPortalProject = (id: string, listed?: Project) =>
  queryOptions({
    queryKey: [...projectKeys.own, 'one', id],
    queryFn: async ({ signal }) => (await callApi(api.getPortalProject, { params: { id }, signal })).project,
    placeholderData: listed,
  });

/** A page of the client's submitted projects, newest first. */
export const listSubmittedProjects = (page: number) =>
  queryOptions({
    queryKey: [...projectKeys.submitted, page],
    queryFn: ({ signal }) => {
      const list = callApi(api.listMyProjects, { query: { status: 'submitted', page }, signal });
      noteOwnProjects(list);
      return list;
    },
    placeholderData: keepPreviousData,
  });

/** What waits for the client by project id; projects without any are left out. */
export function listWaiting(projectIds: readonly string[], as?: 'client') {
  const ids = projectIds.filter((id) => id !== '').sort();
  return queryOptions({
    queryKey: [...projectKeys.waiting, ids, as],
    queryFn: async ({ signal }): Promise<Record<string, Waiting>> => {
      const { items } = await callApi(api.listWaiting, { query: { projects: ids.join(), as }, signal });
      return Object.fromEntries(items.map((item) => [item.projectId, item]));
    },
    enabled: ids.length > 0,
  });
}

/** What waits in one project, for its client or for the studio that looks at the portal. */
export function useWaitingIn(projectId: string) {
  const as = useIsClientView() ? 'client' : undefined;
  return useQuery({ ...listWaiting([projectId], as), select: (found) => found[projectId]?.groups ?? [] });
}

/** The project to delete; `confirm` is its short id, required if its contract was accepted. */
export interface ProjectDeletion {
  id: string;
  confirm?: string;
}

const deleteProjectWith =
  (endpoint: typeof api.deleteOwnProject | typeof api.deleteProject) =>
  async ({ id, confirm }: ProjectDeletion) => {
    if (!id) throw new MissingProjectId();
    await deleteWith(endpoint)({ params: { id }, query: { confirm } });
  };

/**
 * Deletes one of the client's own projects; resolves once the lists and the header are refetched.
 * `onDeleted` is called first: a screen that shows the project leaves it before a refetch.
 */
export const useDeleteOwnProject = (onDeleted: (id: string) => void) =>
  useCall(deleteProjectWith(api.deleteOwnProject), {
    shows: async (_reply, client, { id }) => {
      onDeleted(id);
      const lists = client.invalidateQueries({ queryKey: projectKeys.submitted });
      await Promise.all([lists, reloadAccount()]);
      // An active query would be refetched.
      client.removeQueries({ queryKey: getPortalProject(id).queryKey, type: 'inactive' });
    },
  });

class MissingProjectId extends Error {}

/** What to show the client when a project could not be deleted (specification sections 5 and 8). */
export function deleteOwnFailure(error: unknown): string {
  return error instanceof MissingProjectId
    ? 'Missing project id'
    : failureMessage(error, 'Failed to delete project.');
}

export const getProject = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.projects, 'one', id],
    queryFn: async ({ signal }) => (await callApi(api.getProject, { params: { id }, signal })).project,
  });

interface ProjectQuery {
  q?: string;
  status: ProjectStatus | 'all';
  sort?: ProjectSort;
  page?: number;
  limit?: number;
}

/** A page of all clients' projects, last changed first by default. */
export const listProjects = ({
  q = '',
  status,
  sort = 'updated',
  page = 1,
  limit = DEFAULT_PAGE_SIZE,
}: ProjectQuery) =>
  queryOptions({
    queryKey: [...adminKeys.projects, 'list', { q, status, sort, page, limit }],
    queryFn: ({ signal }) => callApi(api.listProjects, { query: { q, status, sort, page, limit }, signal }),
    placeholderData: keepPreviousData,
  });

/** Archives or restores a project; resolves once every screen of it is refetched. */
export const useArchiveProject = (id: string) =>
  useCall(
    (to: Exclude<ProjectStatus, 'draft'>) =>
      callApi(to === 'archived' ? api.archiveProject : api.restoreProject, { params: { id } }),
    {
      shows: ({ project }, client) => client.setQueryData(getProject(id).queryKey, project),
      refetchOnSuccess: [adminKeys.projects, projectKeys.of(id)],
    },
  );

/** A new title is shown at once; then every screen that shows the title is refetched. */
export const renamesProject = (id: string): CallEffects<{ project: Project }> => ({
  shows: ({ project }, client) => {
    for (const { queryKey } of [getPortalProject(id), getProject(id)]) {
      client.setQueryData(queryKey, (shown) => shown && project);
    }
  },
  refetch: [projectKeys.own, adminKeys.projects, adminKeys.overview, projectKeys.tab(id, 'activity')],
});

/** Deletes any project; resolves once the lists are refetched. */
export const useDeleteProject = () =>
  useCall(deleteProjectWith(api.deleteProject), {
    shows: (_reply, client, { id }) => client.removeQueries({ queryKey: getProject(id).queryKey }),
    refetchOnSuccess: [adminKeys.projects],
  });

/** What to show the studio when a project could not be deleted (specification sections 5 and 8). */
export function deleteFailure(error: unknown): string {
  return error instanceof MissingProjectId ? 'Missing id' : failureMessage(error, 'Failed to delete.');
}

/** Whether a project was deleted while this page was open. Never fetched: a live event marks it. */
const deletedProject = (id: string) =>
  queryOptions<boolean>({ queryKey: ['gone-project', id], queryFn: skipToken, staleTime: Infinity });

/** Marks a project as deleted: its screens say so and stop requesting it. */
export function markDeleted(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData(deletedProject(id).queryKey, true);
}

/**
 * The project to show. Cached data no longer counts once a live event or a refetch reports the
 * deletion.
 */
export function useShownProject(id: string, { data, error }: { data: Project | undefined; error: unknown }) {
  const isMarked = useQuery(deletedProject(id)).data ?? false;
  const isNotFound = isMissing(error);
  return {
    project: isMarked || isNotFound ? undefined : data,
    // A project that was never shown here isn't deleted: it is missing.
    isDeleted: data !== undefined && (isMarked || isNotFound),
  };
}
