import type { StudioContract } from '@atelier/domain/contracts/schema.ts';
import { contractPlan, isMoveAnnounced } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import {
  BOARD_MOVES,
  type BoardAct,
  type BoardRefusal,
  contractMoveRefusal,
  milestonesToMove,
} from '@atelier/domain/projects/board.ts';
import { type ProjectStage, projectName, projectStageLabels } from '@atelier/domain/projects/rules.ts';
import type { BoardCard } from '@atelier/domain/projects/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getContractAsStudio } from '../../../../features/contracts/contracts.queries.ts';
import { listMilestonesAsStudio } from '../../../../features/milestones/milestones.queries.ts';
import { failureMessage, isRefusal } from '../../../../lib/api/api-error.ts';
import { showToast } from '../../../../ui/feedback/toast.tsx';
import { useMoveOnBoard, usePlaceCard, useRefetchBoard, useUndoOnBoard } from './board.queries.ts';

/** A card on its way to another stage, where it shows already. */
interface CardMove {
  card: BoardCard;
  to: ProjectStage;
  act: BoardAct;
  /** What is sent once the studio agrees; undefined while nothing is asked. */
  contract?: StudioContract;
  /** The plan that the contract goes out with. */
  plan?: readonly Milestone[];
  /** Those of which one is sent for review, once the studio agrees. */
  milestones?: readonly Milestone[];
}

/** Why a card is where it was. */
export interface CardNotice extends BoardRefusal {
  cardId: string;
}

/** Where a milestone goes by each act. */
const MILESTONE_TARGETS = {
  start_milestone: 'in_progress',
  send_for_review: 'in_review',
  take_back: 'in_progress',
} as const satisfies Record<Exclude<BoardAct, 'send_contract'>, string>;

const FAILED = 'That didn’t work. Please try again.';

/**
 * The moves of a board's cards, one at a time. A card shows in its new column at once; it returns, with the reason, if
 * the act is refused or the studio doesn't agree to it.
 */
export function useBoardMoves() {
  const queryClient = useQueryClient();
  const refetchBoard = useRefetchBoard();
  const placeCard = usePlaceCard();
  const moving = useMoveOnBoard();
  const undoing = useUndoOnBoard();
  const [move, setMove] = useState<CardMove>();
  const [notice, setNotice] = useState<CardNotice>();
  const [announcement, setAnnouncement] = useState('');

  const stay = (card: BoardCard, refusal: BoardRefusal) => {
    setMove(undefined);
    setNotice({ cardId: card._id, ...refusal });
    setAnnouncement(`“${projectName(card)}” stays in ${projectStageLabels[card.stage]}. ${refusal.why}`);
  };
  const arrive = ({ card, to }: CardMove) => {
    placeCard(card._id, to);
    setMove(undefined);
    setAnnouncement(`“${projectName(card)}” moved to ${projectStageLabels[to]}.`);
  };
  /** After a failure: the board is what the server says, and the card says what went wrong. */
  const fail = async (card: BoardCard, error: unknown) => {
    await refetchBoard();
    stay(card, { why: failureMessage(error, FAILED), tab: 'milestones' });
  };

  const moveMilestone = async (under: CardMove, milestone: Milestone) => {
    const { card, act } = under;
    if (act === 'send_contract') return;
    const projectId = card._id;
    const to = MILESTONE_TARGETS[act];
    const { milestone: moved, undo } = await moving.mutateAsync({ projectId, milestone, to });
    arrive(under);
    const takeBack = async (revision: number) => {
      try {
        await undoing.mutateAsync({ projectId, milestone, revision });
        placeCard(card._id, card.stage);
        setAnnouncement(`Undone: “${projectName(card)}” is in ${projectStageLabels[card.stage]} again.`);
      } catch (error) {
        await fail(card, error);
      }
    };
    showToast(movedLine(moved, card), {
      tone: 'success',
      ...(undo && {
        action: { label: 'Undo', run: () => void takeBack(undo.revision) },
        lasts: undo.seconds * 1000,
      }),
    });
  };

  /** Looks up what the move is about, and does it; where it mails the client, it asks first. */
  const perform = async (under: CardMove) => {
    const { card, act } = under;
    const fresh = { staleTime: 0 };
    const readPlan = () => queryClient.fetchQuery({ ...listMilestonesAsStudio(card._id), ...fresh });
    if (act === 'send_contract') {
      const contract = await queryClient.fetchQuery({ ...getContractAsStudio(card._id), ...fresh });
      const refusal = contractMoveRefusal(contract);
      if (refusal) return stay(card, refusal);
      return setMove({ ...under, contract, plan: contractPlan(await readPlan()) });
    }
    const plan = await readPlan();
    const milestones = milestonesToMove(act, plan);
    if ('why' in milestones) {
      await refetchBoard();
      return stay(card, milestones);
    }
    if (isMoveAnnounced(MILESTONE_TARGETS[act])) return setMove({ ...under, milestones });
    const [first] = milestones;
    if (first) await moveMilestone(under, first);
  };

  return {
    move,
    notice,
    announcement,
    /** Moves a card, or says why it can't be moved there. */
    begin: async (card: BoardCard, to: ProjectStage) => {
      const what = BOARD_MOVES[card.stage][to];
      if (move || !what) return;
      setNotice(undefined);
      if (typeof what !== 'string') return stay(card, what);
      const under = { card, to, act: what };
      setMove(under);
      setAnnouncement('');
      try {
        await perform(under);
      } catch (error) {
        await fail(card, error);
      }
    },
    /** Sends the milestone that the studio agreed to. Throws what it can try again after. */
    sendForReview: async (milestone: Milestone) => {
      if (!move) return;
      try {
        await moveMilestone(move, milestone);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await fail(move.card, error);
      }
    },
    /** The contract was sent. */
    contractSent: (version: number) => {
      if (!move) return;
      arrive(move);
      showToast(`Version ${version} of the contract is sent to ${move.card.email}.`, { tone: 'success' });
    },
    /** Leaves everything as it was. */
    cancel: () => {
      if (!move) return;
      setAnnouncement(`“${projectName(move.card)}” stays in ${projectStageLabels[move.card.stage]}.`);
      setMove(undefined);
      // A refused attempt may be why it was cancelled.
      void refetchBoard();
    },
    dismissNotice: () => setNotice(undefined),
  };
}

function movedLine({ title, status }: Milestone, { email }: BoardCard): string {
  return status === 'in_review'
    ? `“${title}” is in review. ${email} gets an email about it.`
    : `“${title}” is in progress now.`;
}
