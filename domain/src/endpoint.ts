import { z } from 'zod';
import type { AuditSentence } from './audit/sentence.ts';
import type { ClientRole } from './people/rules.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call an endpoint. The server checks this in one place, before anything else.
 * - `public`: anyone, with or without a token
 * - `signed-in`: any account
 * - `project`: the people on the client's side of project `:id`, or an admin; for everyone else it doesn't exist
 * - `project-client`: only the people on the client's side of project `:id`
 * - `admin`: the studio
 */
export type Access = 'public' | 'signed-in' | 'project' | 'project-client' | 'admin';

/** At most `max` calls in `seconds`, counted per client address or per account. */
export interface CallLimit {
  max: number;
  seconds: number;
  per: 'address' | 'account';
}

/** How the audit records a call by an admin: the action as a sentence, and which short facts it keeps. */
export interface AuditRule {
  says: AuditSentence;
  /** Names of query and body members; of a list only the length is kept. */
  keeps?: readonly string[];
}

/** For calls that a user makes by hand, click after click. */
export const CLICK_LIMIT = { max: 60, seconds: 60, per: 'account' } as const satisfies CallLimit;
/** For calls that pages make by themselves while the user reads or types. */
export const PAGE_LIMIT = { max: 240, seconds: 60, per: 'account' } as const satisfies CallLimit;
/** For calls that mail the other side, or are hard to undo. */
export const NOTICE_LIMIT = { max: 30, seconds: 600, per: 'account' } as const satisfies CallLimit;
/** For what people do with the link of a mail, without a sign-in. */
export const LINK_LIMIT = { max: 30, seconds: 600, per: 'address' } as const satisfies CallLimit;

/**
 * Which calls need a session that signed in within `RECENT_SIGN_IN_SECONDS`: all (`true`), none, or those whose body
 * has one of the listed values. What outlives the session that did it needs one, so that a copied session can't take
 * over for good; everyday changes don't.
 */
export type RecentSignIn = boolean | Readonly<Record<string, readonly string[]>>;

/**
 * What a main contact may do with a call as long as the former one can undo the change: it works, it is refused, or
 * it is refused only where its `personId` is the former contact.
 */
export type BeforeUndoEnds = 'allowed' | 'refused' | 'spares-former-contact';

/**
 * One call of the product's API, with everything that both sides need to know about it. A changing call has
 * its own limit below the general one, and says whether it needs a recent sign-in; one for main contacts alone says what a
 * new one may do. The compiler requires all three.
 */
export type Endpoint = EndpointFacts &
  (
    | { method: 'GET'; limit?: CallLimit; needsRecentSignIn?: never }
    | { method: Exclude<Method, 'GET'>; limit: CallLimit; needsRecentSignIn: RecentSignIn }
  ) &
  (
    | { clientRole: 'contact'; beforeUndoEnds: BeforeUndoEnds }
    | { clientRole?: 'decides'; beforeUndoEnds?: never }
  );

interface EndpointFacts {
  method: Method;
  /** Path below `/api`, with `:name` for each parameter. */
  path: string;
  access: Access;
  /** The role that a caller of the client's side needs in project `:id`; `follows` by default. */
  clientRole?: Exclude<ClientRole, 'follows'>;
  beforeUndoEnds?: BeforeUndoEnds;
  /** One line for the generated endpoint list. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is a form (multipart/form-data) with one file named `file`, and nothing else. */
  upload?: true;
  reply: z.ZodType;
  /** True if the reply is an endless stream of server-sent events, each with a `reply` as its data. */
  isStream?: true;
  /** How long anyone may cache the reply, which is the same for every caller; not at all by default. */
  cacheSeconds?: number;
  /** Status of a success; 200 by default. */
  status?: 200 | 201;
  /**
   * The state of project `:id` in which the call still works: an archived one is read-only for every other changing
   * call, and a deleted one is missing for every other call.
   */
  projectMayBe?: 'archived' | 'deleted';
  /** Only another program can make the call, which signs its body; anything else is `validation_failed`. */
  isSigned?: true;
  /**
   * Whether clients write text with it, which counts for their day's words: `added` stays beside what was written before,
   * `replaced` takes its place.
   */
  clientWords?: 'added' | 'replaced';
  /** Recorded in the audit when an admin calls it as one; each of their changing calls has it. */
  audit?: AuditRule;
}

/** Declares an endpoint and keeps its exact types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** True if a call with this validated body needs a recent sign-in. */
export function needsRecentSignIn({ needsRecentSignIn: rule = false }: Endpoint, body: unknown): boolean {
  if (typeof rule === 'boolean') return rule;
  return Object.entries(rule).some(([name, values]) => {
    const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === 'string' && values.includes(value);
  });
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
type Optional<T> = T extends undefined ? { [K in never]: never } : unknown;

/** What a handler receives: the validated parts of the request. */
export interface EndpointRequest<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}

/** What a caller passes: only the parts the endpoint has. */
export type EndpointInput<E extends Endpoint> = (E extends { params: z.ZodObject }
  ? { params: Sent<E['params']> }
  : Optional<undefined>) &
  (E extends { query: z.ZodObject } ? { query?: Sent<E['query']> } : Optional<undefined>) &
  (E extends { body: z.ZodType } ? { body: Sent<E['body']> } : Optional<undefined>);

/** What a handler returns, before the reply schema is applied. */
export type EndpointResult<E extends Endpoint> = z.input<E['reply']>;

/** What a caller receives. */
export type EndpointReply<E extends Endpoint> = z.output<E['reply']>;

/** The reply of a call that returns a CSV file. */
export const csvReply = z.string().meta({ contentMediaType: 'text/csv' });

/** The reply of a call that returns a calendar (RFC 5545). */
export const calendarReply = z.string().meta({ contentMediaType: 'text/calendar' });

/** The reply of a call that returns a ZIP file. */
export const zipReply = z.string().meta({ contentMediaType: 'application/zip' });

/**
 * A CSV file's separator: the standard's comma, or the semicolon that Excel expects where 1.5 is written
 * 1,5.
 */
export const CSV_SEPARATORS = ['comma', 'semicolon'] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];
export const csvSeparator = z.enum(CSV_SEPARATORS).default('comma');
