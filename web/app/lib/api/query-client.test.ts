import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { refetchAll } from './query-client.ts';

const key = ['messages'];

/** A displayed list whose replies come when the test decides. */
function createShownList() {
  const client = new QueryClient();
  const answers: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(client, {
    queryKey: key,
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const stop = observer.subscribe(() => {});
  return { client, answers, stop, shown: () => client.getQueryData(key) };
}

it('refetchAll refetches after a first reply under way, which may be outdated', async () => {
  const { client, answers, stop, shown } = createShownList();
  const again = refetchAll(client, key);
  answers[0]?.resolve('before');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.resolve('after');
  await again;
  expect(shown()).toBe('after');
  stop();
});

it('refetchAll refetches once when data is shown, and drops the reply under way', async () => {
  const { client, answers, stop, shown } = createShownList();
  answers[0]?.resolve('first');
  await vi.waitFor(() => expect(shown()).toBe('first'));
  void client.refetchQueries({ queryKey: key });
  const again = refetchAll(client, key);
  expect(answers).toHaveLength(3);
  answers[1]?.resolve('before');
  answers[2]?.resolve('after');
  await again;
  expect(shown()).toBe('after');
  expect(answers).toHaveLength(3);
  stop();
});
