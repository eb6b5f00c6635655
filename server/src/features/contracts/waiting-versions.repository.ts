import { WAITING_STATUS } from '@atelier/domain/projects/waiting.ts';
import type { Db } from '../../platform/db/database.ts';

/** Sent versions that wait for the client, and when they were sent, by that. A day's text sorts before its moments. */
export async function listWaitingVersions(
  db: Db,
  { from, until, after }: { from: string; until: string; after?: { at: string; id: string } | undefined },
  limit: number,
) {
  return waitingVersions(db)
    .where('contract_versions.sent_at', '>=', after?.at ?? from)
    .where('contract_versions.sent_at', '<', until)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('contract_versions.sent_at', '>', after?.at ?? ''),
          eb('contract_versions.id', '>', after?.id ?? ''),
        ]),
      ),
    )
    .orderBy('contract_versions.sent_at')
    .orderBy('contract_versions.id')
    .limit(limit)
    .execute();
}

/** One of them; undefined once the client has answered or another was sent. */
export async function findWaitingVersion(db: Db, projectId: string, id: string) {
  return waitingVersions(db)
    .where('contract_versions.id', '=', id)
    .where('contract_versions.project_id', '=', projectId)
    .executeTakeFirst();
}

/** Those of some projects: one each at most. */
export async function listWaitingVersionsOf(db: Db, projectIds: readonly string[]) {
  if (projectIds.length === 0) return [];
  return waitingVersions(db).where('contract_versions.project_id', 'in', projectIds).execute();
}

function waitingVersions(db: Db) {
  return db
    .selectFrom('contract_versions')
    .select(['contract_versions.id', 'contract_versions.project_id', 'contract_versions.version'])
    .select('contract_versions.sent_at as at')
    .where(
      ({ selectFrom }) =>
        selectFrom('contracts')
          .select('contracts.version')
          .whereRef('contracts.project_id', '=', 'contract_versions.project_id')
          .where('contracts.status', '=', WAITING_STATUS.contract),
      '=',
      ({ ref }) => ref('contract_versions.version'),
    );
}
