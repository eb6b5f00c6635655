import { api } from '@atelier/domain/api.ts';
import type { Prefill } from '@atelier/domain/onboarding/schema.ts';
import type { Feature } from '../../core/feature.ts';
import { presentPage } from '../../core/lists/list.presenter.ts';
import { presentProject } from '../../core/projects/projects.presenter.ts';
import type { ProjectsService } from '../../core/projects/projects.service.ts';
import type { ProjectRow } from '../../core/projects/projects.table.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { type OnboardingDeps, OnboardingService } from './onboarding.service.ts';

export interface OnboardingPorts extends OnboardingDeps {
  projects: ProjectsService;
  /** What an account's new brief begins with; null if nothing is known. */
  findPrefill(accountId: string): Promise<Prefill | null>;
}

/** The seven steps in which a client fills in and submits a brief, and the client's own list. */
export function createOnboarding(ports: OnboardingPorts): { feature: Feature } {
  const onboarding = new OnboardingService(ports);
  const { projects } = ports;
  const present = async (row: ProjectRow) => presentProject(row, await projects.stageOf(row), 'contact');
  const feature: Feature = {
    addRoutes(app) {
      bindEndpoint(app, api.getMyOnboarding, async ({ actor }) => {
        const current = await onboarding.findCurrent(actor.accountId);
        return {
          onboarding: current && (await present(current)),
          // A draft stays as its client left it.
          prefill: current?.status === 'draft' ? null : await ports.findPrefill(actor.accountId),
        };
      });

      bindEndpoint(app, api.saveOnboarding, async ({ actor, body }) => {
        const draft = await onboarding.save(actor, body);
        return {
          id: draft.id,
          revision: draft.revision,
          onboarding: presentProject(draft, 'draft', 'contact'),
        };
      });

      bindEndpoint(app, api.submitOnboarding, async ({ actor, body, client }) => {
        const project = await onboarding.submit({ ...actor, address: client.address }, body);
        return { id: project.id, onboarding: await present(project) };
      });

      bindEndpoint(app, api.deleteDraft, async ({ actor }) => ({
        deleted: await onboarding.deleteDraft(actor.accountId),
      }));

      bindEndpoint(app, api.listMyProjects, async ({ actor, query }) => {
        const { projects: own, total } = await projects.listOf(actor.accountId, query);
        const staged = await projects.withStages(own);
        return presentPage(
          staged.map(([row, stage]) => presentProject(row, stage, row.member_role ?? 'contact')),
          total,
          query,
        );
      });
    },
  };
  return { feature };
}
