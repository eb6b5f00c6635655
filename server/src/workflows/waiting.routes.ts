import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import type { ContractsService } from '../features/contracts/contracts.service.ts';
import type { MilestonesService } from '../features/milestones/milestones.service.ts';
import { bindEndpoint } from '../platform/http/bind.ts';

/** What waits for a client in their projects, over all features. */
export function addWaitingRoutes(
  app: FastifyInstance,
  { contracts, milestones }: { contracts: ContractsService; milestones: MilestonesService },
): void {
  bindEndpoint(app, api.listWaiting, async ({ actor, query }) => {
    const [counts, sent] = await Promise.all([
      milestones.countOwnReviews(actor.accountId, query.projects),
      contracts.listOwnSent(actor.accountId, query.projects),
    ]);
    const reviews = new Map(counts.map((row) => [row.projectId, row.reviews]));
    return {
      items: [...new Set([...reviews.keys(), ...sent])].map((projectId) => ({
        projectId,
        reviews: reviews.get(projectId) ?? 0,
        contract: sent.includes(projectId),
      })),
    };
  });
}
