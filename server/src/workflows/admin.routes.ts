import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import type { AccountAdministration } from '../core/accounts/account-administration.ts';
import type { AccountsService } from '../core/accounts/accounts.service.ts';
import { addUserRoutes } from '../core/accounts/studio.routes.ts';
import { presentAdminAction } from '../core/audit/admin-actions.presenter.ts';
import { bindAdminEndpoint } from '../core/audit/admin-endpoint.ts';
import type { AuditService } from '../core/audit/audit.service.ts';
import { presentPage } from '../core/lists/page.presenter.ts';
import { projectActor } from '../core/projects/project-event.ts';
import { presentProject, presentProjectSummary } from '../core/projects/projects.presenter.ts';
import type { ProjectsService } from '../core/projects/projects.service.ts';
import type { ContactService } from '../features/enquiries/enquiries.service.ts';
import { addInboxRoutes } from '../features/enquiries/studio.routes.ts';
import type { MilestonesService } from '../features/milestones/milestones.service.ts';
import { addAdminMilestoneRoutes } from '../features/milestones/studio.routes.ts';
import type { Platform } from '../platform/platform.ts';
import { addExportRoutes } from './export.routes.ts';

export interface AdminServices {
  platform: Pick<Platform, 'db' | 'clock'>;
  accounts: AccountsService;
  administration: AccountAdministration;
  audit: AuditService;
  projects: ProjectsService;
  contact: ContactService;
  milestones: MilestonesService;
}

/** The back office. It owns nothing: it asks the same services as everybody else. */
export function addAdminRoutes(app: FastifyInstance, services: AdminServices): void {
  const { audit, milestones, projects, platform } = services;
  bindAdminEndpoint(app, api.pingAdmin, async () => ({ ok: true as const }));

  addUserRoutes(app, services);
  addInboxRoutes(app, services);
  addExportRoutes(app, platform);

  bindAdminEndpoint(app, api.listAdminActions, async ({ query }) => {
    const { rows, hasOlder } = await audit.list(query);
    return { items: rows.map(presentAdminAction), hasOlder };
  });

  bindAdminEndpoint(app, api.listProjects, async ({ query }) => {
    const { projects: found, total } = await projects.listAll(query);
    return presentPage(found.map(presentProjectSummary), total, query);
  });

  bindAdminEndpoint(app, api.getProject, async ({ params }) => ({
    project: presentProject(await projects.getProject(params.id)),
  }));

  bindAdminEndpoint(app, api.archiveProject, async ({ params, ...call }) => ({
    project: presentProject(await projects.archiveProject(params.id, projectActor(call))),
  }));

  bindAdminEndpoint(app, api.restoreProject, async ({ params, ...call }) => ({
    project: presentProject(await projects.restoreProject(params.id, projectActor(call))),
  }));

  bindAdminEndpoint(app, api.deleteProject, async ({ params, query, ...call }) => {
    await projects.deleteProject(params.id, { by: projectActor(call), confirmation: query.confirm });
    return { deleted: true as const };
  });

  addAdminMilestoneRoutes(app, milestones);
}
