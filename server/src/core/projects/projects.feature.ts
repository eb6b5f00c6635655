import { api } from '@atelier/domain/api.ts';
import type { ClientRole } from '@atelier/domain/people/rules.ts';
import type { ProjectOwnEvents } from '@atelier/domain/projects/events.ts';
import type { ProjectProgress } from '@atelier/domain/projects/schema.ts';
import { mapEach } from '../../platform/db/read-in-pages.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { bindAdminEndpoint } from '../access/guard.ts';
import type { Feature, FeatureTables } from '../feature.ts';
import { presentPage } from '../lists/list.presenter.ts';
import { type EventRules, projectActor } from './project-event.ts';
import { presentProject, presentProjectSummary, presentStored } from './projects.presenter.ts';
import type { ProjectsService } from './projects.service.ts';
import type { ListedProject, ProjectRow } from './projects.table.ts';

export const projectTables = {
  projects: { exportedAs: 'projects' },
  project_members: { exportedAs: 'memberships' },
  contact_changes: {
    notExported: 'Who can still undo a change of a main contact; the activity has the change.',
  },
} as const satisfies FeatureTables;

export const projectEventRules: EventRules<ProjectOwnEvents> = {
  // A submitted brief has mails of its own (workflows/brief-submission.ts).
  project_submitted: { metrics: () => ({ submissions: 1 }), mails: 'none' },
  project_archived: { metrics: 'none', mails: 'none' },
  project_restored: { metrics: 'none', mails: 'none' },
  project_renamed: { metrics: 'none', mails: 'none' },
};

/** How far projects have come, in their order. */
type ReadProgress = (rows: readonly ListedProject[]) => Promise<ProjectProgress[]>;

/** Whole projects, for their client and for the studio. */
export function createProjectsFeature(projects: ProjectsService, readProgress: ReadProgress): Feature {
  const present = async (row: ProjectRow, role: ClientRole | null) =>
    presentProject(row, await projects.stageOf(row), role);
  return {
    addRoutes(app) {
      bindEndpoint(app, api.getPortalProject, async ({ project }) => ({
        project: await present(await projects.getProject(project.projectId), project.clientRole),
      }));

      bindEndpoint(app, api.renameProject, async (call) => {
        const { project, body } = call;
        const renamed = await projects.renameProject(project.projectId, body, projectActor(call));
        return { project: await present(renamed, project.clientRole) };
      });

      bindEndpoint(app, api.deleteOwnProject, async (call) => {
        const { project, query } = call;
        await projects.deleteProject(project.projectId, {
          by: projectActor(call),
          confirmation: query.confirm,
        });
        return { deleted: true as const };
      });

      bindAdminEndpoint(app, api.listProjects, async ({ query }) => {
        const { projects: found, total } = await projects.listAll(query);
        const progress = await readProgress(found);
        const items = progress.flatMap((each, at) => {
          const row = found[at];
          return row ? [{ ...presentProjectSummary(row, each.stage), ...each }] : [];
        });
        return presentPage(items, total, query);
      });

      bindAdminEndpoint(app, api.getProject, async ({ params }) => ({
        project: await present(await projects.getProject(params.id), null),
      }));

      bindAdminEndpoint(app, api.archiveProject, async ({ params, ...call }) => ({
        project: await present(await projects.moveProject(params.id, 'archived', projectActor(call)), null),
      }));

      bindAdminEndpoint(app, api.restoreProject, async ({ params, ...call }) => ({
        project: await present(await projects.moveProject(params.id, 'submitted', projectActor(call)), null),
      }));

      bindAdminEndpoint(app, api.deleteProject, async ({ params, query, ...call }) => {
        await projects.deleteProject(params.id, { by: projectActor(call), confirmation: query.confirm });
        return { deleted: true as const };
      });
    },
    personalData: [
      { name: 'projects', read: ({ accountId }) => mapEach(projects.readOwn(accountId), presentStored) },
    ],
  };
}
