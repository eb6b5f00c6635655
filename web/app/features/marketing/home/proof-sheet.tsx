/** The studio's picture: a page as a printer's proof, with crop marks, colour bars and the red pencil of a reader. */
export function ProofSheet({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 520 600" fill="none" aria-hidden="true" className={className}>
      <g className="stroke-ink-faint" strokeWidth="1.25">
        <path d="M40 0v28M480 0v28M40 572v28M480 572v28M0 40h28M492 40h28M0 560h28M492 560h28" />
        <path d="M260 6v20M250 16h20M260 574v20M250 584h20" />
        <circle cx="260" cy="16" r="6" />
        <circle cx="260" cy="584" r="6" />
      </g>
      <rect x="40" y="40" width="440" height="520" className="fill-raised stroke-rule" strokeWidth="1.25" />

      <g className="fill-ink">
        <rect x="72" y="72" width="54" height="10" rx="2" />
        <rect x="72" y="134" width="296" height="30" rx="3" />
        <rect x="72" y="174" width="352" height="30" rx="3" />
        <rect x="72" y="214" width="188" height="30" rx="3" />
      </g>
      <g className="fill-neutral-soft">
        <rect x="286" y="73" width="34" height="8" rx="2" />
        <rect x="332" y="73" width="34" height="8" rx="2" />
        <rect x="378" y="73" width="34" height="8" rx="2" />
        <rect x="72" y="272" width="236" height="9" rx="2" />
        <rect x="72" y="290" width="206" height="9" rx="2" />
        <rect x="72" y="412" width="112" height="82" rx="4" />
        <rect x="204" y="412" width="112" height="82" rx="4" />
        <rect x="336" y="412" width="112" height="82" rx="4" />
        <rect x="72" y="506" width="86" height="8" rx="2" />
        <rect x="204" y="506" width="98" height="8" rx="2" />
        <rect x="336" y="506" width="70" height="8" rx="2" />
      </g>
      <rect x="72" y="326" width="128" height="40" rx="20" className="fill-accent" />
      <rect x="216" y="326" width="104" height="40" rx="20" className="stroke-edge" strokeWidth="1.5" />
      <circle cx="128" cy="453" r="22" className="fill-accent-soft" />
      <path d="m220 482 28-34 22 22 14-16 20 28z" className="fill-edge" opacity="0.55" />
      <path
        d="M352 478v-24M372 478v-40M392 478v-30M412 478v-52M432 478v-44"
        className="stroke-edge"
        strokeWidth="9"
      />

      <g className="fill-ink">
        <rect x="72" y="536" width="12" height="12" />
      </g>
      <rect x="86" y="536" width="12" height="12" className="fill-accent" />
      <rect x="100" y="536" width="12" height="12" className="fill-warning" />
      <rect x="114" y="536" width="12" height="12" className="fill-info" />
      <rect x="128" y="536" width="12" height="12" className="fill-success" />

      <g className="stroke-accent" strokeWidth="2.75" strokeLinecap="round" strokeLinejoin="round">
        <path d="M60 352c-4-24 44-38 88-36 42 2 70 14 66 34-4 22-58 32-96 28-34-3-56-12-54-30 2-16 30-26 62-28" />
        <path d="M216 348c34 4 64 0 96-22 20-14 34-30 44-46" />
        <path d="m343 286 14-8 3 16" />
        <path d="m374 262 10 14 26-38" strokeWidth="3.5" />
      </g>
    </svg>
  );
}
