import { clsx } from 'clsx';
import { SizedPicture } from '../components/sized-picture.tsx';
import { covers } from './home.content.ts';

/** Where a cover stands on the sheet, in the order of `content/cases.ts`. */
const places = [
  'left-[11.5%] top-[12.5%]',
  'left-[51.5%] top-[12.5%]',
  'left-[11.5%] top-[48%]',
  'left-[51.5%] top-[48%]',
];

/**
 * The studio's work as a printer's sheet: four covers between crop marks, with colour bars and the red pencil of a reader. It
 * only decorates; the cases themselves are on /work, and beside what their clients say.
 */
export function WorkSheet({ className }: { className?: string }) {
  return (
    <div className={clsx('relative aspect-[560/486]', className)}>
      <svg viewBox="0 0 560 486" fill="none" aria-hidden="true" className="absolute inset-0 size-full">
        <g className="stroke-ink-faint" strokeWidth="1.25">
          <path d="M36 0v26M524 0v26M36 460v26M524 460v26M0 36h26M534 36h26M0 450h26M534 450h26" />
          <path d="M280 4v20M270 14h20M280 462v20M270 472h20" />
          <circle cx="280" cy="14" r="6" />
          <circle cx="280" cy="472" r="6" />
        </g>
        <rect x="36" y="36" width="488" height="414" className="fill-raised stroke-rule" strokeWidth="1.25" />
        <path d="M64 413h14v14H64z" className="fill-ink" />
        <path d="M80 413h14v14H80z" className="fill-accent" />
        <path d="M96 413h14v14H96z" className="fill-warning" />
        <path d="M112 413h14v14h-14z" className="fill-info" />
        <path d="M128 413h14v14h-14z" className="fill-success" />
        <path d="M392 417h104M432 425h64" className="stroke-neutral-soft" strokeWidth="4" />
      </svg>
      {covers.map((cover, place) => (
        <SizedPicture
          key={cover.name}
          picture={cover}
          isDecoration
          sizes="(min-width: 48rem) 16vw, 36vw"
          className={clsx('absolute h-auto w-[37%]', places[place])}
        />
      ))}
      <svg
        viewBox="0 0 560 486"
        fill="none"
        aria-hidden="true"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="3.5"
        className="absolute inset-0 size-full stroke-accent"
      >
        <path d="M196 88c-2-12 22-18 44-17 24 1 38 8 36 18-3 12-34 17-56 14-18-2-27-8-24-18 2-8 18-13 36-14" />
        <path d="m462 384 14 18 40-58" strokeWidth="6" />
      </svg>
    </div>
  );
}
