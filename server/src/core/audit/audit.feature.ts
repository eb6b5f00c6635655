import { api } from '@atelier/domain/api.ts';
import { type AdminAction, adminActionSchema } from '@atelier/domain/audit/schema.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { bindAdminEndpoint } from '../access/guard.ts';
import type { Feature, FeatureTables } from '../feature.ts';
import type { AdminActionRow } from './admin-actions.repository.ts';
import type { AuditService } from './audit.service.ts';

const WORDS = new Map<string, string>(
  Object.values(api as Record<string, Endpoint>).flatMap((endpoint) =>
    endpoint.audit ? [[`${endpoint.method} ${endpoint.path}`, endpoint.audit.says] as const] : [],
  ),
);

/** An entry in words. A call that no longer exists is named by its method and path. */
function presentAdminAction(row: AdminActionRow): AdminAction {
  return {
    _id: row.id,
    id: row.id,
    says: WORDS.get(row.action) ?? row.action,
    action: row.action,
    actor: { id: row.account_id, email: row.email },
    subject: row.subject_id === null ? null : { id: row.subject_id, title: row.subject_title },
    item:
      row.item_kind === null || row.item_id === null
        ? null
        : { kind: row.item_kind, id: row.item_id, title: row.item_title },
    detail: parseStoredJson(adminActionSchema.shape.detail, row.detail, {
      column: 'admin_actions.detail',
      id: row.id,
    }),
    outcome: row.outcome ?? 'unknown',
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
  };
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
