import type { AuditedFact, AuditedItem, AuditedItemKind } from '@atelier/domain/audit/schema.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { AppError } from '@atelier/domain/errors.ts';
import type { SentCall } from '../../platform/http/bind.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import type { Actor } from '../access/access.ts';

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
  subjectTitle?: string;
  item?: AuditedItem;
}

/** Keeps what admins do. */
export interface AuditPort {
  /** Records it before it is done, so that nothing is done unrecorded; gives the id of the entry. */
  begin(act: AdminAct): Promise<string>;
  /** How it went: `done`, or the code of the refusal. */
  end(id: string, outcome: string, names: AuditedNames): Promise<void>;
}

const MAX_FACT_LENGTH = 200;

/** Runs what an endpoint does for an admin; where the table wants it recorded, between the two parts of an entry. */
export async function audited<Result>(
  audit: AuditPort,
  by: { endpoint: Endpoint; actor: Actor; call: SentCall; names: AuditedNames },
  handle: () => Promise<Result>,
): Promise<Result> {
  const { endpoint, actor, call, names } = by;
  if (!endpoint.audit) return handle();
  const id = await audit.begin({
    action: `${endpoint.method} ${endpoint.path}`,
    actor,
    client: call.client,
    subjectId: (call.params as { id?: string } | undefined)?.id,
    item: itemOf(call.params),
    detail: pickFacts(endpoint.audit.keeps ?? [], call),
  });
  let result: Result;
  try {
    result = await handle();
  } catch (error) {
    await audit.end(id, error instanceof AppError ? error.code : 'internal_error', names);
    throw error;
  }
  await audit.end(id, 'done', names);
  return result;
}

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
function pickFacts(names: readonly string[], { query, body }: SentCall): Record<string, AuditedFact> {
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
