import { expect, it } from 'vitest';
import { SingleFlight } from './single-flight.ts';

/** A flight whose runs end when the test decides. */
function prepare() {
  const flight = new SingleFlight<unknown, string>();
  const runs: PromiseWithResolvers<string>[] = [];
  const run = (input: unknown) =>
    flight.run(input, () => {
      const each = Promise.withResolvers<string>();
      runs.push(each);
      return each.promise;
    });
  return { run, runs };
}

it('SingleFlight starts once when the same run is requested again before it ends', async () => {
  const { run, runs } = prepare();
  const both = [run({ id: '1', status: 'read' }), run({ id: '1', status: 'read' })];
  runs[0]?.resolve('done');
  expect([await Promise.all(both), runs.length]).toEqual([['done', 'done'], 1]);
});

it('SingleFlight starts again once a run has ended, successfully or not', async () => {
  const { run, runs } = prepare();
  const first = run(undefined);
  runs[0]?.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  const second = run(undefined);
  runs[1]?.resolve('done');
  await second;
  void run(undefined);
  expect(runs).toHaveLength(3);
});

it('SingleFlight joins the last started run even when an earlier one has ended', async () => {
  const { run, runs } = prepare();
  const [first, last] = [run({ isOn: true }), run({ isOn: false })];
  runs[0]?.resolve('done');
  await first;
  expect([run({ isOn: false }) === last, runs.length]).toEqual([true, 2]);
});

it.each([
  [{ id: '1' }, { id: '2' }],
  [{ isOn: true }, { isOn: false }],
  [new File(['a'], 'a.pdf', { lastModified: 1 }), new File(['b'], 'b.pdf', { lastModified: 1 })],
])('SingleFlight runs %j and %j in parallel, and the first again', (one, other) => {
  const { run, runs } = prepare();
  for (const input of [one, other, one]) void run(input);
  expect(runs).toHaveLength(3);
});
