import { api } from '@atelier/domain/api.ts';
import type { MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import type { ProjectStage } from '@atelier/domain/projects/rules.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../../lib/api/api-client.ts';
import { adminKeys, projectKeys, useMutation } from '../../../../lib/api/query-client.ts';

const boardKey = [...adminKeys.projects, 'board'];

export const getBoard = () =>
  queryOptions({
    queryKey: boardKey,
    queryFn: ({ signal }) => callApi(api.getBoard, { signal }),
  });

/** Refetches the board; resolves once it shows what is stored. */
export function useRefetchBoard(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: boardKey });
}

/** Shows a card in the stage that an act has just led to, and refetches: a reply on its way may be from before the act. */
export function usePlaceCard(): (cardId: string, stage: ProjectStage) => void {
  const queryClient = useQueryClient();
  return (cardId, stage) => {
    queryClient.setQueryData(
      getBoard().queryKey,
      (board) =>
        board && {
          ...board,
          items: board.items.map((card) => (card._id === cardId ? { ...card, stage } : card)),
        },
    );
    void queryClient.invalidateQueries({ queryKey: boardKey });
  };
}

interface PlanMove {
  projectId: string;
  /** As it was when the move was offered: the server refuses if it's another by now. */
  milestone: Milestone;
}

/** A change of any project's plan. Its screens are refetched, after a failure too, which may mean that they're stale. */
function usePlanChange<Variables extends { projectId: string }, Reply>(
  mutationFn: (variables: Variables) => Promise<Reply>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: (_reply, _error, { projectId }) => {
      void queryClient.invalidateQueries({ queryKey: projectKeys.tab(projectId, 'milestones') });
      return queryClient.invalidateQueries({ queryKey: boardKey });
    },
  });
}

/** Moves a milestone; resolves once the board shows it. */
export const useMoveOnBoard = () =>
  usePlanChange(({ projectId, milestone, to }: PlanMove & { to: MilestoneStatus }) =>
    callApi(api.setMilestoneStatus, {
      params: { id: projectId, milestoneId: milestone._id },
      body: { status: to, revision: milestone.revision },
    }),
  );

/** Undoes the move that gave a milestone this revision; resolves once the board shows it. */
export const useUndoOnBoard = () =>
  usePlanChange(({ projectId, milestone, revision }: PlanMove & { revision: number }) =>
    callApi(api.undoMilestoneMove, {
      params: { id: projectId, milestoneId: milestone._id },
      body: { revision },
    }),
  );
