import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { listSentProjects } from '../features/contracts/contracts.repository.ts';
import { countReviews } from '../features/milestones/milestones.repository.ts';
import { countOpenRequests } from '../features/requests/requests.repository.ts';
import type { Db } from '../platform/db/database.ts';
import { bindEndpoint } from '../platform/http/bind.ts';

/** What waits for a client in their projects, over all features. */
export function addWaitingRoutes(app: FastifyInstance, db: Db): void {
  bindEndpoint(app, api.listWaiting, async ({ actor, query }) => {
    const [counts, sent, asked] = await Promise.all([
      countReviews(db, query.projects, actor.accountId),
      listSentProjects(db, query.projects, actor.accountId),
      countOpenRequests(db, query.projects, actor.accountId),
    ]);
    const reviews = new Map(counts.map((row) => [row.projectId, row.reviews]));
    const requests = new Map(asked.map((row) => [row.projectId, row.requests]));
    return {
      items: [...new Set([...reviews.keys(), ...sent, ...requests.keys()])].map((projectId) => ({
        projectId,
        reviews: reviews.get(projectId) ?? 0,
        contract: sent.includes(projectId),
        requests: requests.get(projectId) ?? 0,
      })),
    };
  });
}
