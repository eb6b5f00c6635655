import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

/** Turns the pages of a document, one at a time. */
export function PageButtons({
  page,
  pageCount,
  onPage,
}: {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}) {
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label="Previous page"
        aria-disabled={page === 1}
        onClick={() => onPage(Math.max(page - 1, 1))}
      >
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <p aria-live="polite" className="text-sm text-ink-soft tabular-nums">
        Page {page} of {pageCount}
      </p>
      <IconButton
        label="Next page"
        aria-disabled={page === pageCount}
        onClick={() => onPage(Math.min(page + 1, pageCount))}
      >
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** In what sizes a page or a picture is looked at; 1 fits the width. */
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3];

/** Makes a page or a picture larger and smaller. */
export function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const at = ZOOMS.indexOf(zoom);
  const to = (next: number) => onZoom(ZOOMS[next] ?? zoom);
  return (
    <div className="flex items-center">
      <IconButton label="Zoom out" aria-disabled={at === 0} onClick={() => to(at - 1)}>
        <ZoomOut aria-hidden="true" />
      </IconButton>
      <button
        type="button"
        aria-label={`Fit the width, now ${zoom * 100}%`}
        className="min-h-11 rounded-full px-2 text-sm text-ink-soft tabular-nums hover:text-ink"
        onClick={() => onZoom(1)}
      >
        {zoom * 100}%
      </button>
      <IconButton label="Zoom in" aria-disabled={at === ZOOMS.length - 1} onClick={() => to(at + 1)}>
        <ZoomIn aria-hidden="true" />
      </IconButton>
    </div>
  );
}
