import { POINT_SCALE, previewOfFile } from '@atelier/domain/files/rules.ts';
import type { FileComment, FilePoint, FileVersion } from '@atelier/domain/files/schema.ts';
import { clsx } from 'clsx';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { PdfPages } from '../../../ui/pdf.tsx';

/** A pinned comment with its number on the version. */
export interface Pin {
  number: number;
  comment: FileComment;
  point: FilePoint;
}

export interface StageProps {
  version: FileVersion;
  page: number;
  /** 1 fits the width. */
  zoom: number;
  /** Those shown, of every page. */
  pins: readonly Pin[];
  selectedId: string | undefined;
  onSelect: (id: string) => void;
  onPageCount: (count: number) => void;
  /** The point of a comment that is being written. */
  draft: FilePoint | undefined;
  draftMarker: RefObject<HTMLButtonElement | null>;
  /** A point was pressed; undefined where nothing can be pinned. */
  onPress?: ((point: FilePoint) => void) | undefined;
  onMove: (point: FilePoint) => void;
  /** The point stands: what remains is to write. */
  onPlaced: () => void;
}

/** The picture or the page, as large as the zoom has it, with the pins on it. */
export function Stage(props: StageProps) {
  const { version, page, zoom, pins, selectedId, onSelect, onPageCount, draft, onPress } = props;
  const isPicture = previewOfFile(version.type) === 'picture';
  // In CSS pixels; small pictures aren't blown up to fit.
  const [naturalWidth, setNaturalWidth] = useState<number>();
  const fit = isPicture ? naturalWidth && `${naturalWidth}px` : '60rem';
  return (
    <section
      aria-label={isPicture ? 'Picture' : 'Page'}
      className="grid min-h-0 min-w-0 grid-cols-1 content-start overflow-auto rounded-md border border-rule bg-sunken"
    >
      <div
        className="relative mx-auto"
        style={{ width: fit ? `calc(min(100%, ${fit}) * ${zoom})` : `${zoom * 100}%` }}
      >
        {isPicture ? (
          <Picture version={version} onWidth={setNaturalWidth} />
        ) : (
          <PdfPages name={version.name} url={version.url} page={page} zoom={zoom} onPageCount={onPageCount} />
        )}
        {onPress && (
          <button
            type="button"
            // The list has the same for the keyboard.
            tabIndex={-1}
            aria-label="Comment on a point"
            className="absolute inset-0 cursor-crosshair"
            onClick={(event) => onPress(pointOf(event, page))}
          />
        )}
        {pins
          .filter(({ point }) => point.page === page)
          .map((pin) => (
            <PinMark
              key={pin.comment.id}
              pin={pin}
              isSelected={pin.comment.id === selectedId}
              onSelect={() => onSelect(pin.comment.id)}
            />
          ))}
        {draft?.page === page && <DraftMark {...props} draft={draft} />}
      </div>
    </section>
  );
}

function Picture({ version, onWidth }: { version: FileVersion; onWidth: (width: number) => void }) {
  // The list renews its links; the first one stays valid long enough.
  const [address] = useState(version.url);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return (
      <Alert tone="danger">This picture did not load. Close this and open it again, or download it.</Alert>
    );
  }
  return (
    <img
      src={address}
      alt={version.name}
      className="block h-auto w-full"
      onLoad={(event) => onWidth(event.currentTarget.naturalWidth)}
      onError={() => setIsBroken(true)}
    />
  );
}

const markClass =
  'absolute grid size-8 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border-2 border-paper text-sm font-semibold shadow-floating tabular-nums after:absolute after:-inset-1.5';

const placeOf = ({ x, y }: FilePoint) => ({
  left: `${(x / POINT_SCALE) * 100}%`,
  top: `${(y / POINT_SCALE) * 100}%`,
});

function PinMark({ pin, isSelected, onSelect }: { pin: Pin; isSelected: boolean; onSelect: () => void }) {
  const { comment, number, point } = pin;
  const mark = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected) mark.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isSelected]);
  return (
    <button
      ref={mark}
      type="button"
      aria-label={`Comment ${number}${comment.resolvedAt ? ', resolved' : ''}`}
      aria-pressed={isSelected}
      style={placeOf(point)}
      className={clsx(
        markClass,
        comment.resolvedAt ? 'bg-neutral-soft text-on-neutral-soft' : 'bg-accent text-on-accent',
        isSelected && 'z-10 outline-2 outline-offset-2 outline-ink',
      )}
      onClick={onSelect}
    >
      {number}
    </button>
  );
}

/** Hundredths that one press of an arrow key moves a point by, and with Shift. */
const [STEP, LONG_STEP] = [POINT_SCALE / 100, POINT_SCALE / 10];
const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function DraftMark({ draft, draftMarker, onMove, onPlaced }: StageProps & { draft: FilePoint }) {
  const move = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (!direction) return;
    event.preventDefault();
    const step = event.shiftKey ? LONG_STEP : STEP;
    const [x, y] = direction;
    onMove({ ...draft, x: within(draft.x + x * step), y: within(draft.y + y * step) });
  };
  const [left, top] = [draft.x, draft.y].map((at) => Math.round((at / POINT_SCALE) * 100));
  return (
    <>
      <button
        ref={draftMarker}
        type="button"
        aria-label="Your comment’s point: move it with the arrow keys, then press Enter"
        style={placeOf(draft)}
        className={clsx(markClass, 'z-20 bg-ink text-paper')}
        onKeyDown={move}
        onClick={onPlaced}
      >
        <span aria-hidden="true">+</span>
      </button>
      <p role="status" className="sr-only">
        {left}% from the left, {top}% from the top
      </p>
    </>
  );
}

/** Where a press was; one without a pointer is in the middle. */
function pointOf(event: MouseEvent<HTMLElement>, page: number): FilePoint {
  if (event.detail === 0) return { page, x: POINT_SCALE / 2, y: POINT_SCALE / 2 };
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  return {
    page,
    x: within(((event.clientX - left) / width) * POINT_SCALE),
    y: within(((event.clientY - top) / height) * POINT_SCALE),
  };
}

const within = (at: number) => Math.min(POINT_SCALE, Math.max(0, Math.round(at)));
