import { createElement, Fragment } from 'react';

/** "1–2", "$2,400–$4,300", "30–45-minute", "15-minute": a browser may break after the dash of each, and nowhere before. */
const RANGE = /(\d[–-]\S+)/;

/** A text in which no range of numbers is broken across two lines. Its words, also when they are copied, stay as they are. */
export function Unbroken({ text }: { text: string }) {
  const parts = text
    .split(RANGE)
    .map((part, place) =>
      place % 2 === 1 ? createElement('span', { className: 'whitespace-nowrap' }, part) : part,
    );
  return createElement(Fragment, null, ...parts);
}
