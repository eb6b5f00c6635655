import { DELETED_ACCOUNT_NAME } from '@atelier/domain/accounts/rules.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import { findActorName, type ProjectEvent } from '../../core/projects/project-event.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { parseActivityDetail } from './activity.presenter.ts';
import {
  deleteActivity,
  forgetActor,
  forgetSubject,
  hideActivity,
  insertActivity,
  listActivity,
  listActivityBy,
  updateDetail,
  updateSubjectTitle,
} from './activity.repository.ts';
import type { ActivityRow } from './activity.table.ts';

/** The record of who did what to a project, and when. */
export class ActivityService {
  readonly #deps: Pick<Platform, 'db' | 'clock'>;

  constructor(deps: Pick<Platform, 'db' | 'clock'>) {
    this.#deps = deps;
  }

  /** Adds a row in the event's transaction. */
  async record(trx: Trx, event: ProjectEvent): Promise<void> {
    const { id = newId(), projectId, kind, by, subject, detail, studioOnly } = event;
    await insertActivity(trx, {
      id,
      project_id: projectId,
      kind,
      side: by.side,
      account_id: by.accountId,
      actor_name: await findActorName(trx, by),
      address: by.address,
      subject_id: subject?.id ?? null,
      subject_title: subject?.title ?? null,
      detail: JSON.stringify(detail ?? {}),
      studio_only: studioOnly ? 1 : 0,
      created_at: isoNow(this.#deps.clock),
    });
  }

  /** Hides a record from the client, who may no longer see its subject. */
  async hideFromClient(trx: Trx, id: string): Promise<void> {
    await hideActivity(trx, id);
  }

  /** Changes the title of a record's subject, which an edit has changed. */
  async renameSubject(trx: Trx, id: string, title: string): Promise<void> {
    await updateSubjectTitle(trx, id, title);
  }

  /** Deletes a record whose subject went before anyone saw it. */
  async delete(trx: Trx, id: string): Promise<void> {
    await deleteActivity(trx, id);
  }

  /** The events visible to a side, newest first; `hasOlder` is true if there are more. */
  async list(
    projectId: string,
    viewer: ProjectSide,
    { before, limit }: { before?: string | undefined; limit: number },
  ): Promise<{ rows: ActivityRow[]; hasOlder: boolean }> {
    const rows = await listActivity(this.#deps.db, {
      projectId,
      before,
      limit: limit + 1,
      ...(viewer === 'client' ? { studioOnly: false } : {}),
    });
    return { rows: rows.slice(0, limit), hasOlder: rows.length > limit };
  }

  /** Removes a person from their events, which stay with the project. */
  async forgetPerson(trx: Trx, accountId: string): Promise<void> {
    await forgetActor(trx, accountId, DELETED_ACCOUNT_NAME);
    await forgetSubject(trx, accountId, DELETED_ACCOUNT_NAME);
    // The name a client signed with stays only in the record of the acceptance.
    for (const row of await listActivityBy(trx, accountId, 'contract_accepted')) {
      await updateDetail(trx, row.id, JSON.stringify({ ...parseActivityDetail(row), name: null }));
    }
  }

  /** All events of some projects that clients see, newest first in each. */
  async *readOf(projectIds: readonly string[]): AsyncGenerator<ActivityRow> {
    for (const projectId of projectIds) {
      yield* readInPages<ActivityRow>((after, limit) =>
        listActivity(this.#deps.db, { projectId, before: after?.id, limit, studioOnly: false }),
      );
    }
  }
}
