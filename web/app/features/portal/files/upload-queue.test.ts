import { expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { type Sending, UploadQueue } from './upload-queue.ts';

const named = (name: string) => new File(['x'], name);

/** A queue whose uploads end when the test says so. */
function createQueue() {
  const sent: (Sending & { end(): void; fail(error: unknown): void })[] = [];
  const queue = new UploadQueue(
    (sending) =>
      new Promise((resolve, reject) => {
        sending.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        sent.push({ ...sending, end: resolve, fail: reject });
      }),
  );
  const states = () => queue.items().map(({ file, state }) => `${file.name} ${state}`);
  return { queue, sent, states };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('sends two at once, and the next when one has arrived', async () => {
  const { queue, sent, states } = createQueue();
  queue.add([named('a'), named('b'), named('c')]);
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting']);
  sent[0]?.onProgress(0.5);
  expect(queue.items()[0]?.progress).toBe(0.5);
  sent[0]?.end();
  await settle();
  expect(states()).toEqual(['b sending', 'c sending']);
});

it('gives one up without a word, and goes on with the next', async () => {
  const { queue, sent, states } = createQueue();
  queue.add([named('a'), named('b'), named('c')]);
  queue.remove(queue.items()[0]?.id ?? 0);
  await settle();
  expect([sent[0]?.signal.aborted, states()]).toEqual([true, ['b sending', 'c sending']]);
});

it('keeps what failed with the reason, until it is tried again or taken off', async () => {
  const { queue, sent, states } = createQueue();
  queue.add([named('a')], 'the-file');
  sent[0]?.fail(new ApiError('No room.', { status: 409, url: '', payload: {} }));
  await settle();
  expect(queue.items()[0]).toMatchObject({ state: 'failed', error: 'No room.' });
  const { id = 0 } = queue.items()[0] ?? {};
  queue.retry(id);
  expect([states(), sent[1]?.replaces]).toEqual([['a sending'], 'the-file']);
  sent[1]?.fail(new TypeError());
  await settle();
  expect(queue.items()[0]?.error).toBe('Failed to send. Check your connection.');
  queue.remove(id);
  expect(states()).toEqual([]);
});

it('sends nothing that is refused beforehand', () => {
  const { queue, sent } = createQueue();
  queue.refuse = (file) => (file.name === 'a' ? 'Too large.' : undefined);
  queue.add([named('a'), named('b')]);
  expect(queue.items()).toMatchObject([{ state: 'failed', error: 'Too large.' }, { state: 'sending' }]);
  expect(sent).toHaveLength(1);
});
