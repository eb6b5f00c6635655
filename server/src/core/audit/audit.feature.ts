import { api } from '@atelier/domain/api.ts';
import { type AdminAction, adminActionSchema } from '@atelier/domain/audit/schema.ts';
import { auditParts, subjectKindOf, unsaidFacts } from '@atelier/domain/audit/sentence.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { auditedItemWords } from '@atelier/domain/project-parts.ts';
import { shortId } from '@atelier/domain/text.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { bindAdminEndpoint } from '../access/guard.ts';
import type { Feature, FeatureTables } from '../feature.ts';
import type { AdminActionRow } from './admin-actions.repository.ts';
import type { AuditService } from './audit.service.ts';

const SENTENCES = new Map<string, string>(
  Object.values(api as Record<string, Endpoint>).flatMap((endpoint) =>
    endpoint.audit ? [[`${endpoint.method} ${endpoint.path}`, endpoint.audit.says] as const] : [],
  ),
);

/** An entry as a sentence. A call that no longer exists is named by its method and path. */
function presentAdminAction(row: AdminActionRow): AdminAction {
  const facts = parseStoredJson(adminActionSchema.shape.detail, row.detail, {
    column: 'admin_actions.detail',
    id: row.id,
  });
  const [subject, item] = [presentSubject(row), presentItem(row)];
  const sentence = SENTENCES.get(row.action);
  const parts = auditParts(sentence ?? row.action, {
    // An id alone stands for what is gone, but not for what no screen ever showed.
    subject: subject?.title || (subject?.kind ? `#${shortId(subject.id)}` : undefined),
    item: item ? auditedItemWords(item.kind, item.title) : undefined,
    facts,
    isAttempt: sentence !== undefined && row.outcome !== 'done',
  });
  return {
    _id: row.id,
    id: row.id,
    says: parts.map(({ text }) => text).join(''),
    parts,
    action: row.action,
    actor: { id: row.account_id, email: row.email, name: row.actor_name ?? row.email },
    subject,
    item,
    detail: unsaidFacts(sentence ?? '', facts),
    outcome: row.outcome ?? 'unknown',
    refusal: row.refusal,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
  };
}

function presentSubject({ action, subject_kind, subject_id, subject_title }: AdminActionRow) {
  if (subject_id === null) return null;
  const kind = subject_kind ?? subjectKindOf(action.slice(action.indexOf('/'))) ?? null;
  return { kind, id: subject_id, title: subject_title };
}

function presentItem({ item_kind, item_id, item_title }: AdminActionRow) {
  if (item_kind === null || item_id === null) return null;
  return { kind: item_kind, id: item_id, title: item_title };
}

/** The log of admin actions. */
export const auditTables = {
  admin_actions: { notExported: 'The studio’s record of what its admins did.' },
} as const satisfies FeatureTables;

export function createAuditFeature(audit: AuditService): Feature {
  return {
    addRoutes(app) {
      bindAdminEndpoint(app, api.pingAdmin, async () => ({ ok: true as const }));

      bindAdminEndpoint(app, api.listAdminActions, async ({ query }) => {
        const { rows, hasOlder } = await audit.list(query);
        return { items: rows.map(presentAdminAction), hasOlder };
      });
    },
    addJobs: (jobs) => audit.addJobs(jobs),
  };
}
