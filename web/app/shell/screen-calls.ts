import type { api } from '@atelier/domain/api.ts';
import type { PAGES, PageName } from '@atelier/domain/pages.ts';
import type { ProjectTabName } from '@atelier/domain/project-parts.ts';
import type { AddressParts } from '../lib/api/api-url.ts';
import { PENDING_SUBMISSION_KEY, PROJECTS_VIEW_KEY, readText } from '../lib/storage/local-store.ts';

/*
 * What each screen calls as it opens, for the script in the head (early-start.ts). A call that is missing
 * here begins with the screen's code instead; one that no screen takes is a wasted request, which
 * e2e/journeys/portal/early-calls.spec.ts finds.
 */
type Endpoints = (typeof api)[keyof typeof api];
type ReadPath = Extract<Endpoints, { method: 'GET' }>['path'];
/** A call as `apiUrl` takes it. */
export type ScreenCall = readonly [path: ReadPath, parts?: AddressParts];

interface Address {
  params: Record<string, string>;
  query: URLSearchParams;
}

/** Of a mistyped address the screen asks for the project alone. */
const ID = /^[\da-f-]{36}$/i;

const ownList = ({ query }: Address): ScreenCall => [
  '/onboarding/list',
  { query: { status: 'submitted', page: query.get('page') ?? 1 } },
];

/** The calls of a project's open tab, on either side. */
function tabCalls(
  { query }: Address,
  id: string,
  calls: Record<ProjectTabName, readonly ScreenCall[]>,
): ScreenCall[] {
  const tab = (query.get('tab') ?? 'overview') as ProjectTabName;
  return (calls[tab] ?? calls.overview).map(([path, parts]) => [path, { ...parts, params: { id } }]);
}

type Calls = (address: Address) => ScreenCall[];

/** The call of a list as it opens without a search, a filter or a page in its address. */
function plainly(isSo: () => boolean, call: ScreenCall): Calls {
  return ({ query }) => (query.size === 0 && isSo() ? [call] : []);
}

/** By the pattern of the page's address. */
const CALLS: { readonly [Pattern in (typeof PAGES)[PageName]]?: Calls } = {
  '/profile': () => [['/me/notifications'], ['/me/sessions']],
  // A finished brief that waits on this device is sent first.
  '/start': () => (readText(PENDING_SUBMISSION_KEY) === undefined ? [['/onboarding/me']] : []),
  '/contact-change/:changeId': ({ params: { changeId: id = '' } }) =>
    ID.test(id) ? [['/contact-changes/:id', { params: { id } }]] : [],
  '/client-portal': (address) => [ownList(address), ['/invitations']],
  '/client-portal/:projectId': (address) => {
    const { projectId: id = '' } = address.params;
    if (!ID.test(id)) return [];
    return [
      ['/portal/:id', { params: { id } }],
      // For the marks beside the tabs' names, whichever is open.
      ['/portal/waiting', { query: { projects: id } }],
      ...tabCalls(address, id, {
        overview: [
          ['/portal/:id/activity', { query: { limit: 5 } }],
          ['/portal/:id/milestones'],
          ['/portal/:id/contract'],
          ['/portal/:id/people'],
          ['/portal/:id/requests'],
        ],
        contract: [['/portal/:id/contract'], ['/portal/:id/milestones'], ['/portal/:id/invoices']],
        milestones: [['/portal/:id/milestones'], ['/portal/:id/contract']],
        feedback: [['/portal/:id/messages', { query: { as: 'client' } }]],
        files: [['/portal/:id/files']],
        invoices: [['/portal/:id/invoices'], ['/portal/:id/payments'], ['/portal/:id/milestones']],
        activity: [['/portal/:id/activity']],
      }),
      // Last: browsers send six at once, and phones show no list beside the project.
      ownList(address),
    ];
  },
  '/admin': () => [['/admin/overview'], ['/admin/todos']],
  '/admin/projects': plainly(
    // Shown as a board, as last chosen on this device.
    () => readText(PROJECTS_VIEW_KEY) !== 'board',
    ['/admin/projects', { query: { status: 'submitted', sort: 'updated', page: 1, limit: 20 } }],
  ),
  '/admin/contracts': () => [['/admin/acceptances']],
  '/admin/portal/:id': (address) => {
    const { id = '' } = address.params;
    if (!ID.test(id)) return [];
    return [
      ['/admin/projects/:id', { params: { id } }],
      ...tabCalls(address, id, {
        overview: [
          ['/portal/:id/activity', { query: { limit: 5 } }],
          ['/admin/portal/:id/milestones'],
          ['/admin/portal/:id/contract'],
          ['/admin/portal/:id/messages'],
          ['/portal/:id/people'],
          ['/admin/portal/:id/requests'],
          ['/admin/notes/about/:id'],
          ['/admin/todos/about/:id'],
        ],
        contract: [['/admin/portal/:id/contract']],
        milestones: [['/admin/portal/:id/milestones'], ['/admin/portal/:id/contract']],
        feedback: [['/admin/portal/:id/messages']],
        files: [['/portal/:id/files']],
        invoices: [
          ['/admin/portal/:id/invoices'],
          ['/admin/portal/:id/payments'],
          ['/admin/portal/:id/milestones'],
        ],
        activity: [['/portal/:id/activity']],
      }),
      ['/admin/messages/unread', { query: { projects: id } }],
    ];
  },
  '/admin/portal/:id/as-client': (address) => {
    const { id = '' } = address.params;
    if (!ID.test(id)) return [];
    const view = { as: 'client' };
    return [
      ['/portal/:id', { params: { id } }],
      ...tabCalls(address, id, {
        overview: [
          ['/portal/:id/activity', { query: { ...view, limit: 5 } }],
          ['/portal/:id/milestones'],
          ['/portal/:id/contract'],
          ['/portal/:id/people'],
          ['/portal/:id/requests'],
        ],
        contract: [['/portal/:id/contract'], ['/portal/:id/milestones'], ['/portal/:id/invoices']],
        milestones: [['/portal/:id/milestones'], ['/portal/:id/contract']],
        feedback: [['/portal/:id/messages', { query: view }]],
        files: [['/portal/:id/files']],
        invoices: [['/portal/:id/invoices'], ['/portal/:id/payments'], ['/portal/:id/milestones']],
        activity: [['/portal/:id/activity', { query: view }]],
      }),
      ['/portal/waiting', { query: { projects: id, ...view } }],
    ];
  },
  '/admin/money': (address) => [
    ['/admin/money'],
    ...plainly(() => true, ['/admin/invoices', { query: { state: 'open', limit: 20 } }])(address),
  ],
  '/admin/users': plainly(() => true, ['/admin/users', { query: { page: 1, limit: 20 } }]),
  '/admin/users/:id': ({ params }) => [['/admin/users/:id', { params }]],
  '/admin/audit': plainly(() => true, ['/admin/audit']),
  '/admin/health': () => [['/admin/health'], ['/admin/health/mails']],
  '/admin/calls': () => [['/admin/calls', { query: { show: 'ahead' } }], ['/admin/calls/settings']],
  '/admin/contact': plainly(
    () => true,
    ['/contact/contacts', { query: { status: 'all', page: 1, limit: 20 } }],
  ),
};

/** The calls of the screen at an address, by the pattern of its page. */
export function callsOf(pattern: string, address: Address): ScreenCall[] {
  return Object.entries(CALLS).find(([each]) => each === pattern)?.[1](address) ?? [];
}
