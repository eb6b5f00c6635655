import { BOARD_MOVES } from '@atelier/domain/projects/board.ts';
import { PROJECT_STAGES, type ProjectStage, projectStageLabels } from '@atelier/domain/projects/rules.ts';
import type { BoardCard } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { FolderOpen } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { SendDialog } from '../../../../features/contracts/studio/send-dialog.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { EmptyState } from '../../../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../../../ui/feedback/query-state.tsx';
import { getBoard } from './board.queries.ts';
import { ProjectCard } from './project-card.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { useBoardMoves } from './use-board-moves.ts';

/** Projects under way, in a column per stage: eight, four by two, two by four, or one on phones. */
export function Board() {
  const board = useQuery(getBoard());
  const state = (
    <QueryState query={board} label="Loading the board…" rows={8} fallback="Failed to load projects." />
  );
  if (!board.data) return state;
  const { items, isWhole } = board.data;
  return (
    <div className="grid grid-cols-1 gap-5">
      {state}
      {!isWhole && (
        <Alert tone="info">
          These changed last. Everything else is in the list, where you can search it.
        </Alert>
      )}
      {items.length === 0 ? (
        <EmptyState icon={<FolderOpen aria-hidden="true" />} title="No projects.">
          Work in progress appears here, by stage.
        </EmptyState>
      ) : (
        <Columns cards={items} />
      )}
    </div>
  );
}

function Columns({ cards }: { cards: readonly BoardCard[] }) {
  const { move, notice, announcement, ...moves } = useBoardMoves();
  const [dragged, setDragged] = useState<BoardCard>();
  const moved = useRef<HTMLLIElement>(null);
  const [movedId, setMovedId] = useState('');
  const begin = (card: BoardCard, to: ProjectStage) => {
    setMovedId(card._id);
    void moves.begin(card, to);
  };
  const shown = move
    ? cards.map((card) => (card._id === move.card._id ? { ...card, stage: move.to } : card))
    : cards;
  const movedTo = shown.find((card) => card._id === movedId)?.stage;
  // In another column the card is another element: the keyboard follows it, there and back.
  useEffect(() => {
    if (movedTo && document.activeElement === document.body) moved.current?.querySelector('a')?.focus();
  }, [movedTo]);
  const client = move?.card ?? { _id: '', email: '' };

  return (
    <section aria-label="Board" className="@container">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="grid grid-cols-1 gap-3 @min-[40rem]:grid-cols-2 @min-[56rem]:grid-cols-4 @min-[84rem]:grid-cols-8">
        {PROJECT_STAGES.map((stage) => {
          const inStage = shown.filter((card) => card.stage === stage);
          return (
            <Column
              key={stage}
              stage={stage}
              count={inStage.length}
              dragged={dragged}
              onDrop={(card) => {
                setDragged(undefined);
                begin(card, stage);
              }}
            >
              {inStage.map((card) => (
                <ProjectCard
                  key={card._id}
                  ref={card._id === movedId ? moved : null}
                  card={card}
                  isMoving={move?.card._id === card._id}
                  isHeld={move !== undefined}
                  notice={notice?.cardId === card._id ? notice : undefined}
                  onMove={(to) => begin(card, to)}
                  onDrag={setDragged}
                  onDismiss={moves.dismissNotice}
                />
              ))}
            </Column>
          );
        })}
      </div>
      <SendDialog
        project={client}
        contract={move?.contract}
        milestones={move?.plan ?? []}
        onClose={moves.cancel}
        onSent={moves.contractSent}
        finalFocus={moved}
      />
      <ReviewDialog
        milestones={move?.milestones}
        email={client.email}
        onSend={moves.sendForReview}
        onClose={moves.cancel}
        finalFocus={moved}
      />
    </section>
  );
}

/** What a column says of a card that is dragged: that it takes it, or why it doesn't. */
function Column({
  stage,
  count,
  dragged,
  onDrop,
  children,
}: {
  stage: ProjectStage;
  count: number;
  /** The card that is dragged now. */
  dragged: BoardCard | undefined;
  onDrop: (card: BoardCard) => void;
  children: readonly ReactNode[];
}) {
  const [isOver, setOver] = useState(false);
  const target = dragged && BOARD_MOVES[dragged.stage][stage];
  const isOffered = typeof target === 'string';
  const isAimedAt = isOver && Boolean(target);
  const title = projectStageLabels[stage];
  const follow = (event: DragEvent) => {
    if (!target) return;
    // Taken everywhere: where it can't be moved to, the card says why.
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  };
  return (
    <section
      aria-label={title}
      onDragEnter={follow}
      onDragOver={follow}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (dragged && target) onDrop(dragged);
      }}
      className={clsx(
        'relative grid grid-cols-1 content-start gap-2 rounded-lg p-2 transition-colors',
        isOffered ? 'bg-accent-soft/60 outline-2 outline-accent' : 'bg-neutral-soft/50',
        isOffered && (isAimedAt ? 'outline-solid' : 'outline-dashed'),
      )}
    >
      <h2 className="flex items-baseline justify-between gap-2 px-1.5 text-base">
        {title}
        <span className="font-sans text-sm font-normal text-ink-soft tabular-nums">{count}</span>
      </h2>
      {isAimedAt && target && typeof target !== 'string' && (
        <p className="pointer-events-none absolute inset-x-2 top-9 z-10 rounded-md bg-ink p-2.5 text-sm text-paper shadow-floating">
          {target.why}
        </p>
      )}
      {count === 0 ? (
        <p className="px-1.5 text-sm text-ink-soft">Nothing here.</p>
      ) : (
        <ul className="grid grid-cols-1 gap-2">{children}</ul>
      )}
    </section>
  );
}
