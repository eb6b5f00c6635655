import { api } from '@atelier/domain/api.ts';
import type { Feature, FeatureTables } from '../feature.ts';
import { presentAdminAction } from './admin-actions.presenter.ts';
import { bindAdminEndpoint } from './admin-endpoint.ts';
import type { AuditService } from './audit.service.ts';

/** The record of what admins did. */
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
