import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { presentAdminUser } from '../core/accounts/accounts.presenter.ts';
import type { AccountsService } from '../core/accounts/accounts.service.ts';
import { presentPage } from '../core/lists/page.presenter.ts';
import { projectActor } from '../core/projects/happening.ts';
import { presentProject, presentProjectSummary } from '../core/projects/projects.presenter.ts';
import type { ProjectsService } from '../core/projects/projects.service.ts';
import type { ContactService } from '../features/contact/contact.service.ts';
import { presentEnquiry } from '../features/contact/enquiries.presenter.ts';
import type { MilestonesService } from '../features/portal/milestones/milestones.service.ts';
import { bindAdminEndpoint } from './admin-endpoint.ts';
import { addAdminMilestoneRoutes } from './milestones.routes.ts';

export interface AdminServices {
  accounts: AccountsService;
  projects: ProjectsService;
  contact: ContactService;
  milestones: MilestonesService;
}

/** The back office. It owns nothing: it asks the same services as everybody else. */
export function addAdminRoutes(
  app: FastifyInstance,
  { accounts, projects, contact, milestones }: AdminServices,
): void {
  bindAdminEndpoint(app, api.pingAdmin, async () => ({ ok: true as const }));

  bindAdminEndpoint(app, api.listUsers, async ({ query, setHeader }) => {
    const { accounts: found, total } = await accounts.listAccounts(query);
    setHeader('x-total-count', String(total));
    return found.map(presentAdminUser);
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

  bindAdminEndpoint(app, api.deleteProject, async ({ params }) => {
    await projects.deleteProject(params.id);
    return { deleted: true as const };
  });

  bindAdminEndpoint(app, api.listEnquiries, async ({ query }) => {
    const { enquiries, total } = await contact.listEnquiries(query);
    return presentPage(enquiries.map(presentEnquiry), total, query);
  });

  bindAdminEndpoint(app, api.setEnquiryStatus, async ({ params, body }) => ({
    contact: presentEnquiry(await contact.setStatus(params.id, body.status)),
  }));

  addAdminMilestoneRoutes(app, milestones);
}
