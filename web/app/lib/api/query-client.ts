import type { ProjectTabName } from '@atelier/domain/project-parts.ts';
import { QueryClient, type QueryKey } from '@tanstack/react-query';

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

/** Keys of what a call or a live event changes: every query below one of them is refetched. */
export type QueryKeys = readonly QueryKey[];

/**
 * For queries whose replies contain links, which are valid for at least ten minutes: they are renewed
 * before that, in background tabs too.
 */
export const LINK_RENEWAL = { refetchInterval: 4 * 60_000, refetchIntervalInBackground: true } as const;

/** The keys of the studio's cached data. Calls (`useCall`) and live events name by them what they change. */
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
  /** The mails that arrived, and the addresses that mails came back from. */
  mailLists: ['admin', 'mails', 'list'],
} as const;

/** The keys of cached data about projects, named in the same way. */
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
  /** The pages of the client's submitted projects. */
  submitted: ['my-projects', 'submitted'],
  /** How many messages are unread, by project. */
  unread: ['unread'],
  /** What waits for a client, by project. */
  waiting: ['waiting'],
} as const;

/** A new random key: a version 4 UUID. `crypto.randomUUID` is missing on pages without https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
