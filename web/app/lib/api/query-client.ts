import type { ProjectTabName } from '@atelier/domain/project-parts.ts';
import {
  type DefaultError,
  QueryClient,
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useRepeatableMutation,
} from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/**
 * The one cache of the server's replies. A failure shows at once and is retried visibly
 * (`LoadFailure`), without a network too; only the user repeats a failed change.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Refetches everything under a key that the page shows. Invalidating alone leaves a query's first request
 * to its answer, which may be from before the change: that query is refetched after it.
 */
export async function refetchAll(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const onTheirWay = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
  if (onTheirWay.length === 0) return;
  await client.invalidateQueries({ queryKey, predicate: (query) => onTheirWay.includes(query) });
}

/** The keys of the studio's cached data; invalidate one when something of its kind changes. */
export const adminKeys = {
  overview: ['admin', 'overview'],
  enquiries: ['admin', 'enquiries'],
  /** Calls that visitors book, and when they can. */
  calls: ['admin', 'calls'],
  projects: ['admin', 'projects'],
  users: ['admin', 'users'],
  acceptances: ['admin', 'acceptances'],
  money: ['admin', 'money'],
  notes: ['admin', 'notes'],
  todos: ['admin', 'todos'],
  audit: ['admin', 'audit'],
  health: ['admin', 'health'],
  mails: ['admin', 'mails'],
} as const;

/** The keys of cached data about projects; invalidate one when something of its kind changes. */
export const projectKeys = {
  /** Everything about any project, except the projects themselves. */
  every: ['project'],
  of: (projectId: string) => ['project', projectId] as const,
  /** The people on its client's side, on its overview. */
  people: (projectId: string) => ['project', projectId, 'overview', 'people'] as const,
  /** What its client is asked to bring, on its overview and beside its milestones. */
  requests: (projectId: string) => ['project', projectId, 'overview', 'requests'] as const,
  /** Everything that one tab of a project shows, on either side. Live events refetch by it. */
  tab: (projectId: string, tab: ProjectTabName) => ['project', projectId, tab] as const,
  /** The client's own projects, and the lists of them. */
  own: ['my-projects'],
  /** How many messages are unread, by project. */
  unread: ['unread'],
  /** What waits for a client, by project. */
  waiting: ['waiting'],
} as const;

/**
 * Runs an operation once at a time: a second call with the same input joins the running one. Only
 * the latest start counts, so on, off and on again are three runs.
 */
export class SingleFlight<Input, Result> {
  #latest: { key: string; run: Promise<Result> } | undefined;

  /** The current run with the same input; undefined if there is none. */
  find(input: Input): Promise<Result> | undefined {
    return this.#latest?.key === keyOf(input) ? this.#latest.run : undefined;
  }

  /** Starts with this input, or joins the current run with it. */
  run(input: Input, start: () => Promise<Result>): Promise<Result> {
    const underWay = this.find(input);
    if (underWay) return underWay;
    const latest = { key: keyOf(input), run: start() };
    this.#latest = latest;
    const end = () => {
      if (this.#latest === latest) this.#latest = undefined;
    };
    latest.run.then(end, end);
    return latest.run;
  }
}

/** Distinguishes inputs; a file has no JSON, so its visible properties count. */
function keyOf(input: unknown): string {
  return JSON.stringify([input], (_, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
}

/**
 * A mutation that a second press doesn't send twice. A button shows its pending state with the next
 * frame at the earliest, and a double click or a held key is faster; so the same call joins the
 * running one.
 */
export function useMutation<Data = unknown, Failure = DefaultError, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> {
  const mutation = useRepeatableMutation(options);
  const { mutateAsync } = mutation;
  const [flight] = useState(() => new SingleFlight<unknown, Data>());
  const send = useCallback<typeof mutateAsync>(
    (...call) => flight.run(call[0], () => mutateAsync(...call)),
    [flight, mutateAsync],
  );
  const mutate = useCallback<typeof mutation.mutate>(
    (...call) => {
      if (!flight.find(call[0])) send(...call).catch(() => undefined);
    },
    [flight, send],
  );
  return { ...mutation, mutate, mutateAsync: send };
}

/** A new random key: a version 4 UUID. `crypto.randomUUID` is missing on pages without https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
