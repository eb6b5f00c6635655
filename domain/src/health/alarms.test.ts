import { describe, expect, it } from 'vitest';
import { type Alarm, nextAlarm } from './alarms.ts';

const LOOK_MS = 5 * 60_000;

/** The looks at which a mail leaves, by what each look finds: `x` a problem, `.` none. */
function newsOf(looks: string): string[] {
  const news: string[] = [];
  let alarm: Alarm | undefined;
  for (const [index, found] of [...looks].entries()) {
    const step = nextAlarm(alarm, found === 'x', index * LOOK_MS);
    alarm = step.alarm;
    if (step.news) news.push(`${index} ${step.news}`);
  }
  return news;
}

describe('nextAlarm', () => {
  it.each([
    ['nothing while all is well', '....', []],
    ['nothing when one look finds a problem', '.x.x..x.', []],
    ['one beginning when a problem stays', '.xxxxxxx', ['2 begun']],
    ['one end once all has been well for ten minutes', 'xx....', ['1 begun', '4 over']],
    ['no end while a problem comes and goes', 'xx..x..xx.x..x', ['1 begun']],
  ])('gives %s', (_what, looks, news) => {
    expect(newsOf(looks)).toEqual(news);
  });

  it('asks for a quiet day from a problem that comes back within a day', () => {
    const day = 288;
    const flapping = 'xx...'.repeat(2 * day);
    expect(newsOf(flapping)).toEqual(['1 begun', '4 over', '6 begun']);
    expect(newsOf(`xx...xx${'.'.repeat(day + 1)}`)).toEqual([
      '1 begun',
      '4 over',
      '6 begun',
      `${7 + day} over`,
    ]);
  });

  it('treats a problem that comes back after a quiet day like a first one', () => {
    const quiet = '.'.repeat(2 * 288);
    expect(newsOf(`xx...${quiet}xx...`)).toEqual(['1 begun', '4 over', '582 begun', '585 over']);
    // One look in between begins nothing, and doesn't make the day longer.
    expect(newsOf(`xx...x${quiet}xx...`)).toEqual(['1 begun', '4 over', '583 begun', '586 over']);
  });

  it('counts a calm that was noted before the clock was set back from now on', () => {
    const alarm: Alarm = { phase: 'raised', since: 0, wellSince: 9 * LOOK_MS, isBack: false };
    const step = nextAlarm(alarm, false, LOOK_MS);
    expect(step).toEqual({ alarm: { ...alarm, wellSince: LOOK_MS }, news: undefined });
    expect(nextAlarm(step.alarm, false, 3 * LOOK_MS).news).toBe('over');
  });
});
