import { api } from '@atelier/domain/api.ts';
import { inPlanOrder, type MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import type { CreateMilestone, Milestone } from '@atelier/domain/milestones/schema.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { projectKeys, useMutation } from '../../lib/api/query-client.ts';

/** The key of everything cached about a project's milestones; invalidate it when one of them changes. */
const milestonesKey = (projectId: string) => projectKeys.tab(projectId, 'milestones');

/** The milestones that a project's client sees, in order. */
export const listMilestones = (projectId: string) =>
  queryOptions({
    queryKey: [...milestonesKey(projectId), 'client'],
    queryFn: async ({ signal }) =>
      inPlanOrder((await callApi(api.listMilestones, { params: { id: projectId }, signal })).items),
  });

/** All milestones of a project in order, drafts included. */
export const listMilestonesAsStudio = (projectId: string) =>
  queryOptions({
    queryKey: [...milestonesKey(projectId), 'studio'],
    queryFn: async ({ signal }) =>
      inPlanOrder((await callApi(api.listMilestonesAsStudio, { params: { id: projectId }, signal })).items),
  });

/** A list with one of its milestones as it is now. */
const withChanged = (changed: Milestone) => (milestones: Milestone[] | undefined) =>
  milestones?.map((milestone) => (milestone._id === changed._id ? changed : milestone));

/** What the client is to look at, as the studio sends it. */
export interface SentPreview {
  link: string;
  fileIds: readonly string[];
}

const bodyOf = ({ link, fileIds }: SentPreview) => ({ link: link.trim(), fileIds: [...fileIds] });

export interface Review {
  /** As it was on the screen: when it is another one by now, nothing is done. */
  milestone: Milestone;
  status: 'approved' | 'needs_changes';
  reason?: string;
}

/**
 * A change of the plan whose reply is shown at once on one side's list. After a failure the list is
 * refetched before the failure shows, because a stale screen may be the reason for it.
 */
function usePlanMutation<Variables, Reply>(
  projectId: string,
  { queryKey }: { queryKey: ReturnType<typeof listMilestones>['queryKey'] },
  mutationFn: (variables: Variables) => Promise<Reply>,
  apply: (reply: Reply) => (milestones: Milestone[] | undefined) => Milestone[] | undefined,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (reply) => {
      queryClient.setQueryData<Milestone[]>(queryKey, apply(reply));
      return queryClient.invalidateQueries({ queryKey: milestonesKey(projectId), refetchType: 'none' });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: milestonesKey(projectId) }),
  });
}

/** Approves a milestone, or asks for changes. */
export const useReviewMilestone = (projectId: string) =>
  usePlanMutation(
    projectId,
    listMilestones(projectId),
    async ({ milestone, status, reason }: Review) => {
      const params = { id: projectId, milestoneId: milestone._id };
      const body = { status, revision: milestone.revision, ...(reason && { reason }) };
      return (await callApi(api.reviewMilestone, { params, body })).milestone;
    },
    withChanged,
  );

/** Adds a milestone at the end; resolves once the list has it. */
export function useCreateMilestone(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateMilestone) =>
      (await callApi(api.createMilestone, { params: { id: projectId }, body })).milestone,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: milestonesKey(projectId) }),
  });
}

/** A change of one milestone by the studio. */
const useChangeMilestone = <Variables, Reply extends { milestone: Milestone }>(
  projectId: string,
  mutationFn: (variables: Variables) => Promise<Reply>,
) =>
  usePlanMutation(projectId, listMilestonesAsStudio(projectId), mutationFn, ({ milestone }) =>
    withChanged(milestone),
  );

interface MilestoneEdit {
  id: string;
  /** The revision that was on the screen. */
  revision: number;
  /** What is to be another; the rest stays. */
  fields: Partial<Pick<CreateMilestone, 'title' | 'due' | 'description'>> & { preview?: SentPreview };
}

/** Changes the words, the date or the preview of a milestone. */
export const useUpdateMilestone = (projectId: string) =>
  useChangeMilestone(projectId, ({ id, revision, fields: { preview, ...fields } }: MilestoneEdit) =>
    callApi(api.updateMilestone, {
      params: { id: projectId, milestoneId: id },
      body: { ...fields, ...(preview && { preview: bodyOf(preview) }), revision },
    }),
  );

interface MilestoneMove {
  milestone: Milestone;
  to: MilestoneStatus;
  /** The note that the client reads beside the status. */
  reason: string;
  /** What the client is to look at, with a move to review; without it, what they saw last. */
  preview?: SentPreview | undefined;
}

/** Moves a milestone that still is as it was on the screen. */
export const useSetMilestoneStatus = (projectId: string) =>
  useChangeMilestone(projectId, ({ milestone, to, reason, preview }: MilestoneMove) =>
    callApi(api.setMilestoneStatus, {
      params: { id: projectId, milestoneId: milestone._id },
      body: {
        status: to,
        revision: milestone.revision,
        ...(reason && { reason }),
        ...(preview && { preview: bodyOf(preview) }),
      },
    }),
  );

/** Undoes the move that gave a milestone this revision. */
export const useUndoMove = (projectId: string) =>
  useChangeMilestone(projectId, ({ id, revision }: { id: string; revision: number }) =>
    callApi(api.undoMilestoneMove, { params: { id: projectId, milestoneId: id }, body: { revision } }),
  );

/** Shows all drafts to the client. */
export const usePublishMilestones = (projectId: string) =>
  usePlanMutation<void, Milestone[]>(
    projectId,
    listMilestonesAsStudio(projectId),
    async () => inPlanOrder((await callApi(api.publishMilestones, { params: { id: projectId } })).items),
    (milestones) => () => milestones,
  );

/**
 * Moves milestones. The list shows it before the server knows, because nothing depends on it; moves that follow each
 * other quickly are sent one after the other. After a failure the list is refetched.
 */
export function useReorderMilestones(projectId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = listMilestonesAsStudio(projectId);
  const mutationKey = [...milestonesKey(projectId), 'reorder'];
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ before, after }: { before: readonly Milestone[]; after: readonly Milestone[] }) =>
      callApi(api.reorderMilestones, {
        params: { id: projectId },
        body: { order: after.map(({ _id }) => _id), from: before.map(({ _id }) => _id) },
      }),
    onMutate: async ({ after }) => {
      queryClient.setQueryData(queryKey, [...after]);
      await queryClient.cancelQueries({ queryKey });
    },
    // While another move waits to be sent, the server's order is behind the one on the screen.
    onSettled: (_reply, error) =>
      error || queryClient.isMutating({ mutationKey }) === 1
        ? queryClient.invalidateQueries({ queryKey: milestonesKey(projectId) })
        : undefined,
  });
}

/** Deletes a milestone that is still as it was on the screen. One that no longer exists counts as deleted. */
export function useDeleteMilestone(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id, revision }: Milestone) => {
      try {
        await callApi(api.deleteMilestone, {
          params: { id: projectId, milestoneId: _id },
          query: { revision },
        });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
      }
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: milestonesKey(projectId) });
    },
  });
}
