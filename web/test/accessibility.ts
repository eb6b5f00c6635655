import axe from 'axe-core';
import { expect } from 'vitest';

/** What the journeys hold whole pages to. */
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails when axe finds anything against WCAG 2.2 AA on the page as it stands, whatever is open on it. */
export async function expectAccessible(): Promise<void> {
  // What is still fading in has colours of its own. One that is cut off is over as well.
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map(({ finished }) => finished),
  );
  const { violations } = await axe.run({ runOnly: STANDARDS, resultTypes: ['violations'] });
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(faults).toEqual([]);
}

const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
