import type { ReactNode } from 'react';

/** Lines of text as a proof shows them: bars of [x, y, width]. */
const bars = (rows: readonly (readonly [x: number, y: number, width: number])[]) =>
  rows.map(([x, y, width]) => <rect key={`${x} ${y}`} x={x} y={y} width={width} height="4" rx="1" />);

const sheet = 'fill-paper stroke-edge';
const grey = 'fill-neutral-soft';
const ink = 'fill-ink';
const red = 'fill-accent';
const pencil = 'fill-none stroke-accent';

/** One drawing for each kind of work in `content/services.ts`, on a field of 100 by 72, from its left edge. */
const drawings: Record<string, ReactNode> = {
  landing: (
    <g transform="translate(-28)">
      <rect x="30" y="2" width="42" height="68" rx="2" className={sheet} />
      <g className={ink}>{bars([[37, 11, 26]])}</g>
      <g className={grey}>
        {bars([
          [37, 20, 28],
          [37, 27, 20],
          [37, 56, 28],
          [37, 62, 16],
        ])}
      </g>
      <rect x="37" y="37" width="28" height="11" rx="5.5" className={red} />
    </g>
  ),
  websites: (
    <g transform="translate(-3)">
      <rect x="4" y="18" width="44" height="48" rx="2" className={sheet} />
      <rect x="24" y="10" width="44" height="48" rx="2" className={sheet} />
      <rect x="44" y="2" width="52" height="52" rx="2" className={sheet} />
      <g className={ink}>{bars([[51, 10, 30]])}</g>
      <rect x="51" y="20" width="38" height="14" rx="1" className={red} />
      <g className={grey}>
        {bars([
          [51, 40, 16],
          [73, 40, 16],
          [51, 46, 12],
          [73, 46, 14],
        ])}
      </g>
    </g>
  ),
  ecommerce: (
    <g transform="translate(-11)">
      <rect x="12" y="2" width="64" height="68" rx="2" className={sheet} />
      <g className={grey}>
        <rect x="19" y="10" width="22" height="22" rx="1" />
        <rect x="47" y="10" width="22" height="22" rx="1" />
        <rect x="19" y="40" width="22" height="22" rx="1" />
      </g>
      <path d="m52 46 14-8 26 0 0 22-26 0-14-8z" className={red} />
      <circle cx="62" cy="49" r="2.5" className="fill-raised" />
      <path d="M71 49h14" className="stroke-on-accent" strokeWidth="3" />
    </g>
  ),
  seo: (
    <g transform="translate(-9)">
      <g className={grey}>
        {bars([
          [10, 12, 56],
          [10, 20, 40],
          [10, 48, 52],
          [10, 56, 34],
        ])}
      </g>
      <g className={ink}>
        {bars([
          [10, 30, 62],
          [10, 37, 44],
        ])}
      </g>
      <circle cx="66" cy="32" r="19" className={pencil} strokeWidth="4" />
      <path d="m80 46 14 16" className={pencil} strokeWidth="6" strokeLinecap="round" />
    </g>
  ),
  analytics: (
    <g transform="translate(-9)">
      <path d="M10 4v62h84" className="fill-none stroke-edge" />
      <g className={grey}>
        <rect x="20" y="44" width="11" height="22" />
        <rect x="37" y="36" width="11" height="30" />
        <rect x="54" y="40" width="11" height="26" />
      </g>
      <rect x="71" y="14" width="11" height="52" className={red} />
      <path
        d="m16 40 18-9 18 5 22-26"
        className="fill-none stroke-ink"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </g>
  ),
  conversion: (
    <g transform="translate(-5)">
      <g className={grey}>
        <path d="M6 4h88l-9 15H15z" />
        <path d="M18 24h64l-8 14H26z" />
      </g>
      <path d="M29 43h42l-5 10H34z" className={ink} />
      <path d="M38 58h24v12H38z" className={red} />
    </g>
  ),
  branding: (
    <g transform="translate(-9)">
      <path d="M10 18V4h14M76 68h14V54M76 4h14v14M24 68H10V54" className="fill-none stroke-edge" />
      <circle cx="40" cy="36" r="17" className={red} />
      <path d="M56 19h17v34H56" className="fill-none stroke-ink" strokeWidth="5" />
    </g>
  ),
  ai: (
    <g transform="translate(-3)">
      <path
        d="M8 4h66a4 4 0 0 1 4 4v30a4 4 0 0 1-4 4H30L18 54V42H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z"
        className={sheet}
      />
      <g className={ink}>{bars([[12, 13, 52]])}</g>
      <g className={grey}>
        {bars([
          [12, 21, 44],
          [12, 29, 30],
        ])}
      </g>
      <rect x="50" y="48" width="46" height="20" rx="3" className={red} />
      <path d="M57 55h24M57 61h15" className="stroke-on-accent" strokeWidth="2.5" />
    </g>
  ),
  email: (
    <g transform="translate(-9)">
      <rect x="10" y="10" width="76" height="52" rx="3" className={sheet} />
      <path
        d="m11 13 37 28 37-28"
        className="fill-none stroke-ink"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <circle cx="86" cy="12" r="10" className={red} />
      <path d="m82 12 3 3 5-6" className="fill-none stroke-on-accent" strokeWidth="2.5" />
    </g>
  ),
  hosting: (
    <g transform="translate(-13)">
      {[4, 28, 52].map((y) => (
        <g key={y}>
          <rect x="14" y={y} width="72" height="18" rx="3" className={sheet} />
          <rect x="22" y={y + 7} width="30" height="4" rx="1" className={y === 4 ? ink : grey} />
        </g>
      ))}
      <circle cx="76" cy="13" r="4" className={red} />
      <circle cx="76" cy="37" r="4" className={red} />
      <circle cx="76" cy="61" r="4" className={red} />
    </g>
  ),
};

/** A kind of work as a small proof. One that has no drawing of its own gets the studio's mark. */
export function ServiceDrawing({ kind, className }: { kind: string; className: string }) {
  return (
    <svg viewBox="0 0 100 72" fill="none" strokeWidth="1.5" aria-hidden="true" className={className}>
      {drawings[kind] ?? drawings.branding}
    </svg>
  );
}
