import type { InvoiceFilter } from './invoices/rules.ts';
import type { ProjectTabName } from './project-parts.ts';

/*
 * Every page in the browser, once. Public pages have a size budget: they import types from here and write
 * their addresses as literals, which the compiler compares with the table.
 */

/** Each page's name in code, and the pattern of its address. */
export const PAGES = {
  home: '/',
  services: '/services',
  process: '/process',
  work: '/work',
  caseStudy: '/work/:slug',
  about: '/about',
  faq: '/faq',
  blog: '/blog',
  post: '/blog/:slug',
  privacy: '/privacy',
  terms: '/terms',
  sitemap: '/sitemap',
  contact: '/contact',
  call: '/call',
  decide: '/decide',
  login: '/login',
  signUp: '/sign-up',
  forgot: '/forgot',
  confirmation: '/auth/callback',
  emailChange: '/auth/email-change',
  invitation: '/auth/invite',
  passwordReset: '/auth/reset',
  forbidden: '/forbidden',
  profile: '/profile',
  start: '/start',
  contactUndo: '/contact-change/:changeId',
  portal: '/client-portal',
  project: '/client-portal/:projectId',
  studio: '/admin',
  studioProjects: '/admin/projects',
  acceptedContracts: '/admin/contracts',
  studioProject: '/admin/portal/:id',
  clientView: '/admin/portal/:id/as-client',
  money: '/admin/money',
  users: '/admin/users',
  user: '/admin/users/:id',
  audit: '/admin/audit',
  health: '/admin/health',
  receivedMails: '/admin/mails',
  inbox: '/admin/contact',
  calls: '/admin/calls',
} as const;

export type PageName = keyof typeof PAGES;
type Pattern = (typeof PAGES)[PageName];

/** The address of a page without parameters. */
export type PagePath = Exclude<Pattern, `${string}:${string}`>;

/** Case studies and posts: their slugs come from the content, which a test compares with the routes. */
export type ArticlePath = Pattern extends infer Each
  ? Each extends `${infer Start}:slug`
    ? `${Start}${string}`
    : never
  : never;

declare const made: unique symbol;
/** An address built by a function below, or checked when it was read. */
export type MadeAddress = string & { readonly [made]: true };

/** An address of a page of this site. One with an id is built by a function. */
export type PageAddress =
  | PagePath
  | `${PagePath}?${string}`
  | `${PagePath}#${string}`
  | ArticlePath
  | MadeAddress;

type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Query = Readonly<Record<string, string | number | undefined>>;

/** The list of the client's projects. */
export const portalPath = ({ page = 1 }: { page?: number } = {}) => addressOf('portal', {}, fromSecond(page));

/** A project in the portal, with the list's page. */
export const projectPath = (
  projectId: string,
  { page = 1, tab }: { page?: number; tab?: ProjectTabName } = {},
) => addressOf('project', { projectId }, { ...fromSecond(page), tab });

/** Where a former main contact undoes that they were replaced. */
export const contactUndoPath = (changeId: string) => addressOf('contactUndo', { changeId });

/** The studio's view of a project, at its first tab by default. */
export const studioProjectPath = (id: string, tab?: ProjectTabName) =>
  addressOf('studioProject', { id }, { tab });

/** A project as its client sees it, for the studio. */
export const clientViewPath = (id: string) => addressOf('clientView', { id });

/** The invoices of all projects in a state, on the studio's page about money. */
export const moneyPath = (state: InvoiceFilter) =>
  `${addressOf('money', {}, { state })}#${INVOICES_ANCHOR}` as MadeAddress;

/** The element id of the list of invoices there. */
export const INVOICES_ANCHOR = 'invoices';

/** A user: their account and their projects. */
export const userPath = (id: string) => addressOf('user', { id });

/** An enquiry, opened in the inbox wherever it is in the list. */
export const enquiryPath = (id: string) => addressOf('inbox', {}, { enquiry: id });

/** A new enquiry, opened in the inbox among the new ones, where it is on the first page. */
export const newEnquiryPath = (id: string) => addressOf('inbox', {}, { status: 'new', enquiry: id });

/** The audit of one subject, or of one admin. */
export const auditPath = (of: { subject: string } | { by: string }) => addressOf('audit', {}, of);

/** The screen of a project, an enquiry or a user. */
export function subjectPath({ kind, id }: { kind: 'project' | 'enquiry' | 'user'; id: string }): MadeAddress {
  if (kind === 'project') return studioProjectPath(id);
  return kind === 'enquiry' ? enquiryPath(id) : userPath(id);
}

/** The element id of a note. */
export const noteAnchor = (noteId: string) => `note-${noteId}`;

/** A note, below what it is about. */
export const notePath = (about: Parameters<typeof subjectPath>[0], noteId: string) =>
  `${subjectPath(about)}#${noteAnchor(noteId)}` as MadeAddress;

/** The start of a page's every address: its pattern up to the first parameter. */
export function startOfPath(name: PageName): string {
  const [start = ''] = PAGES[name].split(':');
  return start;
}

const fromSecond = (page: number) => ({ page: page > 1 ? page : undefined });

function addressOf<Name extends PageName>(
  name: Name,
  parameters: Readonly<Record<ParameterOf<(typeof PAGES)[Name]>, string>>,
  query: Query = {},
): MadeAddress {
  const values = new Map<string, string>(Object.entries(parameters));
  const path = PAGES[name].replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(values.get(key) ?? ''),
  );
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
    .join('&');
  return `${path}${search && `?${search}`}` as MadeAddress;
}

/** The element id of a request on its project's overview. */
export const requestAnchor = (requestId: string) => `request-${requestId}`;

/** The hash with which the contact page opens its calendar. */
export const CALL_ANCHOR = 'call';

/** Where visitors book a call. */
export const callPath = `${PAGES.contact}#${CALL_ANCHOR}` as MadeAddress;
