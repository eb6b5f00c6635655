import type { PaymentDueKind } from '@atelier/domain/contracts/terms.ts';
import { describe, expect, it } from 'vitest';
import { stepsAfterAcceptance } from './next-steps.ts';

const part = (percent: number, label: string, due: PaymentDueKind = 'milestone') => ({ percent, label, due });

describe('stepsAfterAcceptance', () => {
  it.each([
    ['no plan', undefined, /: 50% of the price\. The rest follows as agreed: 50% at launch\.$/],
    [
      'thirds',
      [part(34, 'on acceptance', 'acceptance'), part(33, 'when “Design” is approved'), part(33, 'at launch')],
      /: 34% of the price\. The rest follows as agreed: 33% when “Design” is approved, 33% at launch\.$/,
    ],
    ['one payment', [part(100, 'on acceptance', 'acceptance')], /: the whole price\.$/],
    [
      'nothing at acceptance',
      [part(100, 'at launch')],
      /^Nothing is due yet. The price follows as agreed: 100% at launch\.$/,
    ],
    [
      'many payments',
      [part(20, 'on acceptance', 'acceptance'), ...[1, 2, 3, 4].map((at) => part(20, `at ${at}`))],
      /: 20% of the price\. The rest follows in 4 payments, as agreed\.$/,
    ],
  ] as const)('says of payments what %s says', (_, parts, words) => {
    expect(stepsAfterAcceptance(parts)[0]?.text).toMatch(words);
  });
});
