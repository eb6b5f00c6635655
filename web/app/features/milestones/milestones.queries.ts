import { api } from '@atelier/domain/api.ts';
import { inPlanOrder, type MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import type { CreateMilestone, Milestone } from '@atelier/domain/milestones/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { projectKeys } from '../../lib/api/query-client.ts';
import { type CallEffects, deleteWith, useCall } from '../../lib/api/use-call.ts';

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

type PlanQuery = ReturnType<typeof listMilestones> | ReturnType<typeof listMilestonesAsStudio>;

/** A change of the plan is shown at once on one side's list; what else shows the plan is stale. */
const changesPlan = <Reply>(
  projectId: string,
  { queryKey }: PlanQuery,
  listWith: (reply: Reply, before: Milestone[] | undefined) => Milestone[] | undefined,
): CallEffects<Reply> => ({
  shows: (reply, client) => {
    client.setQueryData<Milestone[]>(queryKey, (before) => listWith(reply, before));
    return client.invalidateQueries({ queryKey: milestonesKey(projectId), refetchType: 'none' });
  },
  refetchOnFailure: [milestonesKey(projectId)],
});

const changesMilestone = (projectId: string, list: PlanQuery) =>
  changesPlan(projectId, list, ({ milestone }: { milestone: Milestone }, before) =>
    before?.map((each) => (each._id === milestone._id ? milestone : each)),
  );

/** Approves a milestone, or asks for changes. */
export const useReviewMilestone = (projectId: string) =>
  useCall(
    ({ milestone, status, reason }: Review) =>
      callApi(api.reviewMilestone, {
        params: { id: projectId, milestoneId: milestone._id },
        body: { status, revision: milestone.revision, ...(reason && { reason }) },
      }),
    changesMilestone(projectId, listMilestones(projectId)),
  );

/** Adds a milestone at the end; resolves once the list has it. */
export const useCreateMilestone = (projectId: string) =>
  useCall(
    async (body: CreateMilestone) =>
      (await callApi(api.createMilestone, { params: { id: projectId }, body })).milestone,
    { refetchOnSuccess: [milestonesKey(projectId)] },
  );

/** A change of one milestone by the studio. */
const changesAsStudio = (projectId: string) => changesMilestone(projectId, listMilestonesAsStudio(projectId));

interface MilestoneEdit {
  id: string;
  /** The revision that was on the screen. */
  revision: number;
  /** What is to be another; the rest stays. */
  fields: Partial<Pick<CreateMilestone, 'title' | 'due' | 'description'>> & { preview?: SentPreview };
}

/** Changes the words, the date or the preview of a milestone. */
export const useUpdateMilestone = (projectId: string) =>
  useCall(
    ({ id, revision, fields: { preview, ...fields } }: MilestoneEdit) =>
      callApi(api.updateMilestone, {
        params: { id: projectId, milestoneId: id },
        body: { ...fields, ...(preview && { preview: bodyOf(preview) }), revision },
      }),
    changesAsStudio(projectId),
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
  useCall(
    ({ milestone, to, reason, preview }: MilestoneMove) =>
      callApi(api.setMilestoneStatus, {
        params: { id: projectId, milestoneId: milestone._id },
        body: {
          status: to,
          revision: milestone.revision,
          ...(reason && { reason }),
          ...(preview && { preview: bodyOf(preview) }),
        },
      }),
    changesAsStudio(projectId),
  );

/** Undoes the move that gave a milestone this revision. */
export const useUndoMove = (projectId: string) =>
  useCall(
    ({ id, revision }: { id: string; revision: number }) =>
      callApi(api.undoMilestoneMove, { params: { id: projectId, milestoneId: id }, body: { revision } }),
    changesAsStudio(projectId),
  );

/** Shows all drafts to the client. */
export const usePublishMilestones = (projectId: string) =>
  useCall(
    async () => inPlanOrder((await callApi(api.publishMilestones, { params: { id: projectId } })).items),
    changesPlan(projectId, listMilestonesAsStudio(projectId), (milestones: Milestone[]) => milestones),
  );

/**
 * Moves milestones. The list shows it before the server knows, because nothing depends on it; moves that follow each
 * other quickly are sent one after the other.
 */
export function useReorderMilestones(projectId: string) {
  const { queryKey } = listMilestonesAsStudio(projectId);
  const mutationKey = [...milestonesKey(projectId), 'reorder'];
  return useCall(
    ({ before, after }: { before: readonly Milestone[]; after: readonly Milestone[] }) =>
      callApi(api.reorderMilestones, {
        params: { id: projectId },
        body: { order: after.map(({ _id }) => _id), from: before.map(({ _id }) => _id) },
      }),
    {
      mutationKey,
      scope: { id: mutationKey.join(' ') },
      onMutate: async ({ after }, { client }) => {
        client.setQueryData(queryKey, [...after]);
        await client.cancelQueries({ queryKey });
      },
      // While another move waits to be sent, the server's order is behind the one on the screen.
      shows: (_reply, client) =>
        client.isMutating({ mutationKey }) === 1 &&
        client.invalidateQueries({ queryKey: milestonesKey(projectId) }),
      refetchOnFailure: [milestonesKey(projectId)],
    },
  );
}

/** Deletes a milestone that is still as it was on the screen. */
export const useDeleteMilestone = (projectId: string) =>
  useCall(
    ({ _id, revision }: Milestone) =>
      deleteWith(api.deleteMilestone)({ params: { id: projectId, milestoneId: _id }, query: { revision } }),
    {
      onSettled: (_reply, _error, _input, _before, { client }) => {
        void client.invalidateQueries({ queryKey: milestonesKey(projectId) });
      },
    },
  );
