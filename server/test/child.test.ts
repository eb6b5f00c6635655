import { describe, expect, it } from 'vitest';
import { endChildren, startNode } from './harness/child.ts';

/** Runs until it is killed, ignoring SIGTERM. */
const FOREVER = ["process.on('SIGTERM', () => {})", 'setInterval(() => {}, 1000)', "console.log('here')"];

describe('endChildren', () => {
  it('kills and reports processes that a test left running', async () => {
    await startNode(['--eval', ''], {}).ended;
    const left = startNode(['--eval', FOREVER.join(';')], {});
    await left.waitForOutput('here');
    expect(await endChildren()).toEqual([expect.stringContaining('setInterval')]);
    expect(await left.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
    expect(await endChildren()).toEqual([]);
  });
});
