import { api } from '@atelier/domain/api.ts';
import { BOARD_DRAFTS_MAX, BOARD_PROJECTS_MAX, projectTitle } from '@atelier/domain/projects/rules.ts';
import type { BoardCard } from '@atelier/domain/projects/schema.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../core/access/guard.ts';
import { readListCount } from '../core/lists/list-counts.repository.ts';
import { listNewestFacts } from '../core/projects/projects.repository.ts';
import type { Db } from '../platform/db/database.ts';
import { readProjectProgress } from './project-progress.ts';

/** The open projects by stage. It reads a bounded number of them. */
export function addBoardRoutes(app: FastifyInstance, db: Db): void {
  bindAdminEndpoint(app, api.getBoard, async () => {
    const [drafts, draftTotal, submitted, submittedTotal] = await Promise.all([
      listNewestFacts(db, 'draft', BOARD_DRAFTS_MAX),
      readListCount(db, ['projects.draft']),
      listNewestFacts(db, 'submitted', BOARD_PROJECTS_MAX),
      readListCount(db, ['projects.submitted']),
    ]);
    const rows = [...drafts, ...submitted];
    const progress = await readProjectProgress(db, rows);
    const items = progress.flatMap(({ stage, ...rest }, at): BoardCard[] => {
      const row = rows[at];
      if (!row) return [];
      const { id, email, company, updated_at: updatedAt } = row;
      const title = projectTitle(row);
      return [{ _id: id, id, email, title, company, updatedAt, stage, ...rest }];
    });
    const isWhole = draftTotal <= BOARD_DRAFTS_MAX && submittedTotal <= BOARD_PROJECTS_MAX;
    return { items, isWhole };
  });
}
