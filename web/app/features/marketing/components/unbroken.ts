import { createElement, Fragment } from 'react';

/** "1–2", "$2,400–$4,300", "30–45-minute": browsers may break after the dash. */
const RANGE = /(\d[–-]\S+)/;

/**
 * A text whose ranges of numbers never break across lines. Its words stay the same, also when
 * copied.
 */
export function Unbroken({ text }: { text: string }) {
  const parts = text
    .split(RANGE)
    .map((part, place) =>
      place % 2 === 1 ? createElement('span', { className: 'whitespace-nowrap' }, part) : part,
    );
  return createElement(Fragment, null, ...parts);
}
