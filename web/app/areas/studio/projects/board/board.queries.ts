import { api } from '@atelier/domain/api.ts';
import type { MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import type { ProjectStage } from '@atelier/domain/projects/rules.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../../lib/api/api-client.ts';
import { adminKeys, projectKeys } from '../../../../lib/api/query-client.ts';
import { useCall } from '../../../../lib/api/use-call.ts';

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

/** After a change of any project's plan, its screens are refetched. */
const changesPlan = {
  refetch: ({ projectId }: PlanMove) => [boardKey, projectKeys.tab(projectId, 'milestones')],
};

/** Moves a milestone; resolves once the board shows it. */
export const useMoveOnBoard = () =>
  useCall(
    ({ projectId, milestone, to }: PlanMove & { to: MilestoneStatus }) =>
      callApi(api.setMilestoneStatus, {
        params: { id: projectId, milestoneId: milestone._id },
        body: { status: to, revision: milestone.revision },
      }),
    changesPlan,
  );

/** Undoes the move that gave a milestone this revision; resolves once the board shows it. */
export const useUndoOnBoard = () =>
  useCall(
    ({ projectId, milestone, revision }: PlanMove & { revision: number }) =>
      callApi(api.undoMilestoneMove, {
        params: { id: projectId, milestoneId: milestone._id },
        body: { revision },
      }),
    changesPlan,
  );
