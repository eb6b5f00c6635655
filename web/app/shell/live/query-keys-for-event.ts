import type { LiveEvent, LiveKind } from '@atelier/domain/live/schema.ts';
import {
  type ChangedPart,
  PROJECT_EVENTS,
  PROJECT_TABS,
  type ProjectEventKind,
  type ProjectTabName,
} from '@atelier/domain/project-parts.ts';
import { adminKeys, projectKeys, type QueryKeys } from '../../lib/api/query-client.ts';

/** Everything that a live event can change: a test compares it with what each kind refetches. */
const EVERYTHING: QueryKeys = [
  projectKeys.every,
  projectKeys.unread,
  projectKeys.waiting,
  projectKeys.own,
  adminKeys.projects,
  adminKeys.acceptances,
  adminKeys.money,
  adminKeys.enquiries,
  adminKeys.calls,
  adminKeys.mailLists,
  adminKeys.overview,
  adminKeys.notes,
  adminKeys.todos,
];

/** The queries of what an event can change beside the tabs of its project. */
const CHANGED_KEYS: Record<Exclude<ChangedPart, ProjectTabName>, (projectId: string) => QueryKeys> = {
  project: (projectId) => [projectKeys.of(projectId), projectKeys.own, adminKeys.projects],
  stage: () => [projectKeys.own, adminKeys.projects],
  waiting: () => [projectKeys.waiting],
  // Messages wait too.
  unread: () => [projectKeys.unread, projectKeys.waiting],
  acceptances: () => [adminKeys.acceptances],
  people: (projectId) => [projectKeys.people(projectId)],
  requests: (projectId) => [projectKeys.requests(projectId)],
};

/** The queries to refetch after each kind of event that no project has in its activity. */
const OTHER_KEYS: Record<
  Exclude<LiveKind, ProjectEventKind>,
  QueryKeys | ((projectId: string) => QueryKeys)
> = {
  messages_read: (projectId) => [
    projectKeys.tab(projectId, 'feedback'),
    projectKeys.unread,
    projectKeys.waiting,
    adminKeys.overview,
  ],
  answer_noted: (projectId) => [projectKeys.tab(projectId, 'feedback'), adminKeys.overview],
  messages_changed: (projectId) => [
    projectKeys.tab(projectId, 'feedback'),
    // Its records name messages by their beginning.
    projectKeys.tab(projectId, 'activity'),
    projectKeys.unread,
    projectKeys.waiting,
    adminKeys.overview,
  ],
  file_comments_changed: (projectId) => [projectKeys.tab(projectId, 'files'), adminKeys.overview],
  notes_changed: [adminKeys.notes],
  todos_changed: [adminKeys.todos],
  // A request for a deleted project would fail: only the lists are refetched.
  project_deleted: () => [
    projectKeys.unread,
    projectKeys.waiting,
    projectKeys.submitted,
    ...['list', 'board', 'palette'].map((list) => [...adminKeys.projects, list]),
    adminKeys.acceptances,
    adminKeys.money,
    adminKeys.overview,
    // Its own are gone with it.
    [...adminKeys.todos, 'open'],
  ],
  enquiry_received: [adminKeys.enquiries, adminKeys.overview],
  // One of them may be gone for this reader: its own screen asks again and says so.
  projects_changed: [projectKeys.own, projectKeys.unread, projectKeys.waiting],
  calls_changed: [adminKeys.calls],
  mail_arrived: [adminKeys.mailLists],
  // The account is reloaded, and what it may see follows from that (see live-updates.ts).
  account_changed: [],
  resync: EVERYTHING,
};

/** The query keys to refetch after an event; without one, events may have been missed. */
export function queryKeysForEvent(event: LiveEvent | undefined): QueryKeys {
  const { kind, projectId } = event ?? { kind: 'resync', projectId: null };
  if (isProjectEvent(kind)) return projectId ? keysOfProjectEvent(kind, projectId) : EVERYTHING;
  const keys = OTHER_KEYS[kind];
  if (typeof keys !== 'function') return keys;
  return projectId ? keys(projectId) : EVERYTHING;
}

/** Parts of a project that the studio's figures about money count: signed plans wait for milestones. */
const PAID_FOR: readonly ChangedPart[] = ['invoices', 'acceptances', 'milestones', 'project'];

/** The studio's lists of projects, which show and sort by the time of each project's newest event. */
const PROJECT_LISTS: QueryKeys = ['list', 'board'].map((list) => [...adminKeys.projects, list]);

/** What the event itself changes, the project's activity, the lists of projects, and the studio's overview, which names events. */
function keysOfProjectEvent(kind: ProjectEventKind, projectId: string): QueryKeys {
  const { changes } = PROJECT_EVENTS[kind];
  const keys = changes.flatMap((part) =>
    isTab(part) ? [projectKeys.tab(projectId, part)] : CHANGED_KEYS[part](projectId),
  );
  const activity = changes.includes('project') ? [] : [projectKeys.tab(projectId, 'activity')];
  const money = changes.some((part) => PAID_FOR.includes(part)) ? [adminKeys.money] : [];
  const lists = keys.includes(adminKeys.projects) ? [] : PROJECT_LISTS;
  return [...keys, ...activity, ...money, ...lists, adminKeys.overview];
}

const isProjectEvent = (kind: LiveKind): kind is ProjectEventKind => Object.hasOwn(PROJECT_EVENTS, kind);

const isTab = (part: ChangedPart): part is ProjectTabName => PROJECT_TABS.some((tab) => tab === part);
