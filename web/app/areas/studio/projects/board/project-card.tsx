import { studioProjectPath } from '@atelier/domain/pages.ts';
import { BOARD_MOVES, boardActLabels } from '@atelier/domain/projects/board.ts';
import {
  PROJECT_STAGES,
  type ProjectStage,
  projectCompany,
  projectName,
  projectStageLabels,
} from '@atelier/domain/projects/rules.ts';
import type { BoardCard } from '@atelier/domain/projects/schema.ts';
import { shortId } from '@atelier/domain/text.ts';
import { clsx } from 'clsx';
import { ArrowRightLeft, X } from 'lucide-react';
import type { Ref } from 'react';
import { formatAgo, formatDateTime } from '../../../../lib/format.ts';
import { Link } from '../../../../lib/pages/links.ts';
import { Spinner } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { MenuIconButton, type MenuItem } from '../../../../ui/overlays/menu.tsx';
import { NextDue, ProjectPlanBar, ProjectValue } from '../project-progress.tsx';
import type { CardNotice } from './use-board-moves.ts';

const tabLinks = {
  overview: 'Open the project',
  contract: 'Open the contract',
  milestones: 'Open the milestones',
} as const;

/** A project on the board: it opens the project, and is dragged or moved by its menu. */
export function ProjectCard({
  ref,
  card,
  isMoving,
  isHeld,
  notice,
  onMove,
  onDrag,
  onDismiss,
}: {
  ref: Ref<HTMLLIElement>;
  card: BoardCard;
  /** True on its way to the column that it's in already. */
  isMoving: boolean;
  /** True while no card can be moved, because one is on its way. */
  isHeld: boolean;
  /** Why the card isn't where it was moved to. */
  notice: CardNotice | undefined;
  onMove: (to: ProjectStage) => void;
  /** The card is dragged; with nothing, no longer. */
  onDrag: (card: BoardCard | undefined) => void;
  onDismiss: () => void;
}) {
  const name = projectName(card);
  return (
    <li
      ref={ref}
      draggable={!isHeld}
      aria-busy={isMoving || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        onDrag(card);
      }}
      onDragEnd={() => onDrag(undefined)}
      className={clsx(
        '@container relative grid grid-cols-1 rounded-md border bg-raised hover:border-accent',
        isMoving ? 'border-accent border-dashed' : 'cursor-grab border-rule',
      )}
    >
      <div className="grid grid-cols-1 gap-1 px-3 pt-2 pb-2.5">
        <div className="flex items-start gap-1">
          {/* The whole card opens the project; the menu lies above that. */}
          <Link
            to={studioProjectPath(card._id)}
            draggable={false}
            className="min-w-0 flex-1 py-0.5 text-sm font-semibold wrap-anywhere no-underline after:absolute after:inset-0 after:rounded-md"
          >
            <span>{projectCompany(card)}</span> <span className="block font-normal">{card.title}</span>
          </Link>
          {isMoving ? (
            <Spinner className="mt-1 size-4 text-accent" />
          ) : (
            <MenuIconButton
              label={`Move ${name} to…`}
              className="relative -mt-2.5 -mr-3 -mb-3 text-ink-faint [&_svg]:size-4"
              heading={<span className="text-sm font-semibold">Move to…</span>}
              sections={movesOf(card, isHeld, onMove)}
            >
              <ArrowRightLeft aria-hidden="true" />
            </MenuIconButton>
          )}
        </div>
        {(card.value || card.nextDue) && (
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm tabular-nums">
            {card.value ? <ProjectValue value={card.value} /> : <span />}
            {card.nextDue && (
              <span>
                <span className="text-ink-soft">due </span>
                <NextDue {...card} />
              </span>
            )}
          </p>
        )}
        <p className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-ink-soft">
          <span className="inline-flex items-center gap-2">
            {card.milestones.total > 0 && <ProjectPlanBar milestones={card.milestones} />}
            <span className="font-mono">#{shortId(card._id)}</span>
          </span>
          <time dateTime={card.updatedAt} title={formatDateTime(card.updatedAt)}>
            {formatAgo(card.updatedAt)}
          </time>
        </p>
      </div>
      {notice && (
        <div className="relative flex items-start gap-1 rounded-b-md border-t border-rule bg-warning-soft py-2 pl-3 text-sm text-on-warning-soft">
          <p className="min-w-0 flex-1">
            {notice.why}{' '}
            <Link to={studioProjectPath(card._id, notice.tab)} className="font-semibold text-inherit">
              {tabLinks[notice.tab]}
            </Link>
          </p>
          <IconButton label={`Dismiss: ${name}`} className="-my-2.5" onClick={onDismiss}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </li>
  );
}

/** Every other stage: first those that the card can be moved to, then the others, by why it can't. */
function movesOf(card: BoardCard, isHeld: boolean, onMove: (to: ProjectStage) => void): MenuItem[][] {
  const offered: MenuItem[] = [];
  const refused = new Map<string, string[]>();
  for (const stage of PROJECT_STAGES) {
    const what = BOARD_MOVES[card.stage][stage];
    if (!what) continue;
    const label = projectStageLabels[stage];
    if (typeof what === 'string') {
      offered.push({ label, note: boardActLabels[what], isDisabled: isHeld, onSelect: () => onMove(stage) });
    } else {
      refused.set(what.why, [...(refused.get(what.why) ?? []), label]);
    }
  }
  const others = [...refused].map(([note, labels]) => ({
    label: labels.join(', '),
    note,
    isDisabled: true,
    onSelect: () => undefined,
  }));
  return [offered, others];
}
