import { encode } from 'uqr';

/** A QR code, drawn here. White around it whatever the theme: cameras need the contrast. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full rounded-sm bg-[white] text-[black]"
    >
      <path d={squares.join('')} fill="currentColor" />
    </svg>
  );
}
