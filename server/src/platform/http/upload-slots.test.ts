import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../test/harness/clock.ts';
import { TransferRate } from './transfer-limits.ts';
import { chooseToMakeRoom, chooseTooSlow, paceAsked } from './upload-slots.ts';

/** Uploads as "network rate", in the order in which they began; "?" where nothing is known of one yet. */
const uploads = (...texts: string[]) =>
  texts.map((text) => {
    const [network = '', rate] = text.split(' ');
    return { text, network, bytesPerSecond: rate === '?' ? undefined : Number(rate) };
  });

describe('paceAsked', () => {
  it.each([
    ['no slot is taken', 0, 2_000],
    ['a quarter is', 6, 2_000],
    ['half of them are', 12, 2_000],
    ['one more is', 13, 2_378],
    ['three quarters are', 18, 5_657],
    ['one is left', 23, 13_454],
    ['all are', 24, 16_000],
    ['admins have more than their own', 30, 16_000],
  ])('is, when %s (%i of 24), %i bytes a second', (_when, taken, pace) => {
    expect(Math.round(paceAsked(2_000, taken, 24))).toBe(pace);
  });
});

describe('chooseTooSlow', () => {
  it.each([
    ['nobody, where there is none', [], undefined],
    ['the slowest of one network', ['a 3', 'a 1', 'a 2'], 'a 1'],
    ['the slowest of the network with most, not of all', ['a 1', 'b 9', 'b 8', 'a 2', 'b 7'], 'b 7'],
    ['the slowest of all, where networks have as many', ['a 3', 'a 4', 'b 5', 'b 2'], 'b 2'],
    ['nobody, where the network with most is fast', ['a 90', 'a 91', 'b 1'], undefined],
    [
      'the slow one of a network that has most with its fast ones',
      ['a 90', 'a 91', 'a 5', 'b 1', 'b 2'],
      'a 5',
    ],
    ['a network’s only one, where no other has more', ['a 90', 'b 1', 'c 5'], 'b 1'],
  ])('chooses %s', (_who, held, chosen) => {
    const isTooSlow = ({ bytesPerSecond = 0 }) => bytesPerSecond < 10;
    expect(chooseTooSlow(uploads(...held), isTooSlow)?.text).toBe(chosen);
  });
});

describe('chooseToMakeRoom', () => {
  it.each([
    ['one of the network that holds all', ['a 5', 'a 4', 'a 6'], 'b', 'a 4'],
    ['one that is known to be slow before one that begins', ['a ?', 'a 900'], 'b', 'a 900'],
    ['one that begins, where nothing is known of any', ['c ?', 'a ?', 'a ?', 'a ?'], 'b', 'a ?'],
    ['one of the largest of several', ['a 5', 'a 4', 'a 6', 'b 1', 'b 2'], 'c', 'a 4'],
    ['one of a larger network for a second upload', ['a 5', 'a 4', 'a 6', 'b 1'], 'b', 'a 4'],
    ['nobody where each network has one', ['a 1', 'b 2', 'c 3'], 'd', undefined],
    ['nobody for a network that would then have more', ['a 1', 'a 2', 'b 3'], 'b', undefined],
    ['nobody of the network itself', ['a 1', 'a 2', 'a 3', 'b 1'], 'a', undefined],
  ])('chooses %s', (_who, held, network, chosen) => {
    expect(chooseToMakeRoom(uploads(...held), network)?.text).toBe(chosen);
  });

  it('leaves what has arrived, and goes to the next', () => {
    const held = uploads('a 1', 'a 2', 'a 3', 'b 4', 'b 5');
    expect(chooseToMakeRoom(held, 'c', ({ network }) => network === 'b')?.text).toBe('b 4');
  });

  it('ends no more once networks have as many, however often they ask in turn', () => {
    let held = uploads('a 1', 'a 2', 'a 3', 'a 4', 'a 5', 'a 6');
    const ended: string[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const network = ['b', 'c', 'a'][turn % 3] ?? '';
      const chosen = chooseToMakeRoom(held, network);
      if (!chosen) continue;
      ended.push(chosen.text);
      held = [...held.filter((each) => each !== chosen), ...uploads(`${network} 9`)];
    }
    expect(ended).toEqual(['a 1', 'a 2', 'a 3', 'a 4']);
  });
});

describe('TransferRate', () => {
  it('is of the last window alone, and below nothing within the first', () => {
    const clock = createTestClock();
    let bytes = 5_000;
    const rate = new TransferRate({ bytesPerSecond: 100, windowMs: 30_000 }, () => bytes, clock);
    const move = (more: number) => {
      bytes += more;
      clock.advance(5);
      rate.slide();
    };
    expect(rate.bytesPerSecond).toBeUndefined();
    move(0);
    expect([rate.bytesPerSecond, rate.isBelow(100)]).toEqual([0, false]);
    for (let step = 0; step < 4; step++) move(0);
    expect(rate.isBelow(100)).toBe(false);
    move(3_000);
    expect([rate.bytesPerSecond, rate.isBelow(100), rate.isBelow(100.1)]).toEqual([100, false, true]);
    for (let step = 0; step < 6; step++) move(0);
    expect([rate.bytesPerSecond, rate.isBelow(100)]).toEqual([0, true]);
  });
});
