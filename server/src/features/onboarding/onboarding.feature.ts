import type { Feature } from '../../core/feature.ts';
import type { ProjectsService } from '../../core/projects/projects.service.ts';
import { addOnboardingRoutes } from './onboarding.routes.ts';
import { type OnboardingDeps, OnboardingService } from './onboarding.service.ts';

export interface OnboardingPorts extends OnboardingDeps {
  projects: ProjectsService;
}

/** The seven steps in which a client fills in and submits a brief. */
export function createOnboarding(ports: OnboardingPorts): { feature: Feature } {
  const onboarding = new OnboardingService(ports);
  const { projects } = ports;
  return { feature: { addRoutes: (app) => addOnboardingRoutes(app, { onboarding, projects }) } };
}
