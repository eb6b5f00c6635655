import type { AuditedFact, AuditedItemKind } from '@atelier/domain/audit/rules.ts';
import type { AuditedItem } from '@atelier/domain/audit/schema.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { AppError } from '@atelier/domain/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from './access.ts';
import { type ClientFacts, clientFacts } from './client.ts';

/** Something that an admin sets out to do. */
export interface AdminAct {
  /** Method and path of the endpoint, as the table has them. */
  action: string;
  actor: Actor;
  client: ClientFacts;
  /** The `:id` that it is done to. */
  subjectId: string | undefined;
  /** The milestone or file in the path, before its lookup. */
  item: Omit<AuditedItem, 'title'> | undefined;
  detail: Record<string, AuditedFact>;
}

/** Facts that the handler found. */
export interface AuditedNames {
  subjectTitle: string | undefined;
  item: AuditedItem | undefined;
}

/** Keeps what admins do; `app.ts` says where. */
export interface AuditPort {
  /** Notes it before it is done, so that nothing is done unnoted; gives the id of the note. */
  begin(act: AdminAct): Promise<string>;
  /** How it went: `done`, or the code of the refusal. */
  end(id: string, outcome: string, names: AuditedNames): Promise<void>;
}

export const noAudit: AuditPort = { begin: async () => '', end: async () => {} };

const MAX_FACT_LENGTH = 200;

/** A call's parts, validated. */
interface SentParts {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Runs what an endpoint does; where the table wants it noted, and an admin does it as one, between two notes. */
export async function audited<Result>(
  request: FastifyRequest,
  endpoint: Endpoint,
  sent: SentParts,
  run: () => Promise<Result>,
): Promise<Result> {
  const { actor, project, server } = request;
  if (!endpoint.audit || !actor?.isAdmin || project?.isClient) return run();
  const id = await server.audit.begin({
    action: `${endpoint.method} ${endpoint.path}`,
    actor,
    client: clientFacts(request),
    subjectId: (sent.params as { id?: string } | undefined)?.id,
    item: itemOf(sent.params),
    detail: pickFacts(endpoint.audit.keeps ?? [], sent),
  });
  let result: Result;
  try {
    result = await run();
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal_error';
    await server.audit.end(id, code, namesOf(request));
    throw error;
  }
  await server.audit.end(id, 'done', namesOf(request));
  return result;
}

const namesOf = (request: FastifyRequest): AuditedNames => ({
  subjectTitle: request.subjectTitle,
  item: request.auditedItem,
});

/** Parameters of paths that name a part of a project. */
const ITEM_PARAMS: readonly (readonly [string, AuditedItemKind])[] = [
  ['milestoneId', 'milestone'],
  ['fileId', 'file'],
];

function itemOf(params: unknown): AdminAct['item'] {
  for (const [name, kind] of ITEM_PARAMS) {
    const id = (params as Record<string, unknown> | undefined)?.[name];
    if (typeof id === 'string') return { kind, id };
  }
  return undefined;
}

/** Short facts alone: what people write to each other does not belong here. */
function pickFacts(names: readonly string[], { query, body }: SentParts): Record<string, AuditedFact> {
  const sent = { ...(query as object | undefined), ...(body as object | undefined) } as Record<
    string,
    unknown
  >;
  const facts: Record<string, AuditedFact> = {};
  for (const name of names) {
    const value = sent[name];
    if (value === undefined) continue;
    if (Array.isArray(value)) facts[name] = value.length;
    else if (typeof value === 'number' || typeof value === 'boolean' || value === null) facts[name] = value;
    else facts[name] = String(value).slice(0, MAX_FACT_LENGTH);
  }
  return facts;
}
