import { expect, it } from 'vitest';
import { WokenWork } from './woken-work.ts';

const fail = (error: unknown) => {
  throw error;
};

it.each(Array.from({ length: 12 }, (_, steps) => steps))(
  'WokenWork runs once more when it is woken %i steps after the beginning of a run',
  async (steps) => {
    let runs = 0;
    const work = new WokenWork(async () => {
      runs += 1;
    }, fail);
    work.wake();
    for (let step = 0; step < steps; step += 1) await undefined;
    work.wake();
    await work.whenIdle();
    expect(runs).toBe(2);
  },
);

it('WokenWork runs one at a time, and once for many calls during a run', async () => {
  let [runs, atOnce, most] = [0, 0, 0];
  const work = new WokenWork(async () => {
    runs += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise(setImmediate);
    atOnce -= 1;
  }, fail);
  for (let call = 0; call < 5; call += 1) work.wake();
  await work.whenIdle();
  expect([runs, most]).toEqual([2, 1]);
});

it('WokenWork hands over what a run throws, and runs again when it is woken', async () => {
  const errors: unknown[] = [];
  const fault = new Error('no');
  const work = new WokenWork(
    async () => {
      throw fault;
    },
    (error) => errors.push(error),
  );
  work.wake();
  await work.whenIdle();
  work.wake();
  await work.whenIdle();
  expect(errors).toEqual([fault, fault]);
});
