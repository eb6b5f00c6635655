import { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call an endpoint. The server asks this in one place before it looks at anything else.
 * - `public`: anybody, token or not
 * - `signed-in`: any account
 * - `project`: the client who owns project `:id`, or an admin; for everybody else it does not exist
 * - `project-client`: only the client who owns project `:id`
 * - `admin`: the studio
 */
export type Access = 'public' | 'signed-in' | 'project' | 'project-client' | 'admin';

/** At most `max` calls in `seconds`, counted per client address or per account. */
export interface CallLimit {
  max: number;
  seconds: number;
  per: 'address' | 'account';
}

/** How a call by an admin is noted: what it does, in the past tense, and which short facts of it are kept. */
export interface AuditRule {
  says: string;
  /** Names of parts of the query and the body; of a list its length is kept. */
  keeps?: readonly string[];
}

/** For calls that a user makes by hand, click after click. */
export const CLICK_LIMIT = { max: 60, seconds: 60, per: 'account' } as const satisfies CallLimit;
/** For calls that pages make by themselves while the user reads or types. */
export const PAGE_LIMIT = { max: 240, seconds: 60, per: 'account' } as const satisfies CallLimit;
/** For calls that mail the other side, or are hard to undo. */
export const NOTICE_LIMIT = { max: 30, seconds: 600, per: 'account' } as const satisfies CallLimit;

/**
 * One call of the product's API: everything that both sides need to know about it. A call that
 * changes something has its own limit below the general one, which the compiler requires.
 */
export type Endpoint =
  | (EndpointFacts & { method: 'GET'; limit?: CallLimit })
  | (EndpointFacts & { method: Exclude<Method, 'GET'>; limit: CallLimit });

interface EndpointFacts {
  method: Method;
  /** Path below `/api`, with `:name` for each parameter. */
  path: string;
  access: Access;
  /** One line for the generated endpoint list. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is a form (multipart/form-data) with one file named `file`, and nothing else. */
  upload?: true;
  reply: z.ZodType;
  /** Whether the reply is a stream of server-sent events without an end, each with a `reply` as its data. */
  isStream?: true;
  /** For how long anyone may keep the reply, which is the same for every caller; not at all unless said otherwise. */
  cacheSeconds?: number;
  /** Status of a success; 200 unless said otherwise. */
  status?: 200 | 201;
  /** Answered only to a session that was begun within `RECENT_SIGN_IN_SECONDS`: for what cannot be undone. */
  needsRecentSignIn?: true;
  /** Noted in the audit when an admin does it as one; each of their calls that changes something has it. */
  audit?: AuditRule;
}

/** Declares an endpoint and keeps its exact types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
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

/** What a caller gives: only the parts the endpoint has. */
export type EndpointInput<E extends Endpoint> = (E extends { params: z.ZodObject }
  ? { params: Sent<E['params']> }
  : Optional<undefined>) &
  (E extends { query: z.ZodObject } ? { query?: Sent<E['query']> } : Optional<undefined>) &
  (E extends { body: z.ZodType } ? { body: Sent<E['body']> } : Optional<undefined>);

/** What a handler returns, before the reply schema has run over it. */
export type EndpointResult<E extends Endpoint> = z.input<E['reply']>;

/** What a caller receives. */
export type EndpointReply<E extends Endpoint> = z.output<E['reply']>;

/** The reply of a call that is answered with a CSV file. */
export const csvReply = z.string().meta({ contentMediaType: 'text/csv' });

/** What parts the columns of a CSV file: the comma of the standard, or what Excel expects where 1.5 is written 1,5. */
export const CSV_SEPARATORS = ['comma', 'semicolon'] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];
export const csvSeparator = z.enum(CSV_SEPARATORS).default('comma');
