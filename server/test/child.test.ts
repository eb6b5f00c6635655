import { expect, it } from 'vitest';
import { endChildren, startNode } from './harness/child.ts';

/** Runs until it is killed, whatever it is asked. */
const FOREVER = ["process.on('SIGTERM', () => {})", 'setInterval(() => {}, 1000)', "console.log('here')"];

it('ends what nobody has ended, and tells of it', async () => {
  await startNode(['--eval', ''], {}).ended;
  const left = startNode(['--eval', FOREVER.join(';')], {});
  await left.said('here');
  expect(await endChildren()).toEqual([expect.stringContaining('setInterval')]);
  expect(await left.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
  expect(await endChildren()).toEqual([]);
});
