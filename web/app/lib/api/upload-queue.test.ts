import type { ErrorCode } from '@atelier/domain/errors.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { UnreadableFileError } from './files.ts';
import { canRetry, type Sending, UploadQueue } from './upload-queue.ts';

const named = (name: string) => new File(['x'], name);

/** A queue whose uploads end when the test decides. */
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

const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

describe('UploadQueue', () => {
  it('sends two files at once, and the next when one has arrived', async () => {
    const { queue, sent, states } = createQueue();
    queue.add([named('a'), named('b'), named('c')]);
    expect(states()).toEqual(['a sending', 'b sending', 'c waiting']);
    sent[0]?.onProgress(0.5);
    expect(queue.items()[0]?.progress).toBe(0.5);
    sent[0]?.end();
    await flushPromises();
    expect(states()).toEqual(['b sending', 'c sending']);
  });

  it('sends the next file when one is cancelled', async () => {
    const { queue, sent, states } = createQueue();
    queue.add([named('a'), named('b'), named('c')]);
    queue.remove(queue.items()[0]?.id ?? 0);
    await flushPromises();
    expect([sent[0]?.signal.aborted, states()]).toEqual([true, ['b sending', 'c sending']]);
  });

  it('keeps a failed file with its reason until it is retried or removed', async () => {
    const { queue, sent, states } = createQueue();
    queue.add([named('a')], 'the-file');
    sent[0]?.fail(new ApiError('No room.', { status: 409, url: '', payload: {} }));
    await flushPromises();
    expect(queue.items()[0]).toMatchObject({ state: 'failed', error: 'No room.' });
    const { id = 0 } = queue.items()[0] ?? {};
    queue.retry(id);
    expect([states(), sent[1]?.replaces]).toEqual([['a sending'], 'the-file']);
    // The server may already have it: a retry is the same upload.
    expect(sent[1]?.key).toBe(sent[0]?.key);
    sent[1]?.fail(new TypeError());
    await flushPromises();
    expect(queue.items()[0]?.error).toBe('Failed to send. Check your connection.');
    queue.remove(id);
    expect(states()).toEqual([]);
  });

  it('sends nothing when the file is refused', () => {
    const { queue, sent } = createQueue();
    queue.refuse = (file) => (file.name === 'a' ? { message: 'Too large.', canRetry: false } : undefined);
    queue.add([named('a'), named('b')]);
    expect(queue.items()).toMatchObject([
      { state: 'failed', error: 'Too large.', canRetry: false },
      { state: 'sending' },
    ]);
    expect(sent).toHaveLength(1);
  });

  it('counts pending files against the free space', async () => {
    const { queue, sent, states } = createQueue();
    queue.refuse = (file, { bytes, files }) =>
      bytes + file.size > 2 ? { message: `${files} before it.`, canRetry: true } : undefined;
    queue.add([named('a'), named('b'), named('c')]);
    expect(states()).toEqual(['a sending', 'b sending', 'c failed']);
    expect(queue.items()[2]).toMatchObject({ error: '2 before it.', canRetry: true });
    queue.remove(queue.items()[0]?.id ?? 0);
    queue.retry(queue.items()[1]?.id ?? 0);
    await flushPromises();
    expect([states(), sent.length]).toEqual([['b sending', 'c sending'], 3]);
  });

  it('sends a file once when it is retried twice', () => {
    const { queue, sent } = createQueue();
    let isRefused = true;
    queue.refuse = () => (isRefused ? { message: 'No room.', canRetry: true } : undefined);
    queue.add([named('a')]);
    isRefused = false;
    const { id = 0 } = queue.items()[0] ?? {};
    queue.retry(id);
    queue.retry(id);
    expect(sent).toHaveLength(1);
  });

  it('cancels everything when it is cleared', async () => {
    const { queue, sent, states } = createQueue();
    queue.add([named('a'), named('b'), named('c')]);
    queue.clear();
    await flushPromises();
    expect([states(), sent.map(({ signal }) => signal.aborted)]).toEqual([[], [true, true]]);
  });

  const refusal = (status: number, code?: ErrorCode) =>
    new ApiError('No.', { status, url: '', payload: {}, code });
  it.each([
    ['no reply', new TypeError(), true],
    ['a broken connection', refusal(0), true],
    ['an unavailable server', refusal(503), true],
    ['a full disk', refusal(507, 'insufficient_storage'), true],
    ['too many calls', refusal(429, 'rate_limited'), true],
    ['no room', refusal(409, 'quota_exceeded'), true],
    ['an empty file', refusal(400, 'file_empty'), false],
    ['a file that is too large', refusal(413, 'payload_too_large'), false],
    ['an executable', refusal(415, 'file_type_refused'), false],
    ['an archived project', refusal(409, 'project_closed'), false],
    ['a deleted project', refusal(404, 'not_found'), false],
    ['a file that was moved', new UnreadableFileError(), false],
  ])('decides whether a retry can help after %s', (_, error, expected) => {
    expect(canRetry(error)).toBe(expected);
  });
});
