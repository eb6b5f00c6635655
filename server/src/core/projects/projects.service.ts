import { FORMER_CLIENT_ID, greetingName } from '@atelier/domain/accounts/rules.ts';
import { AppError, notFound } from '@atelier/domain/errors.ts';
import type { PageQuery } from '@atelier/domain/paging.ts';
import {
  PROJECT_STATUSES,
  type ProjectSort,
  type ProjectStage,
  type ProjectStatus,
  projectTitle,
} from '@atelier/domain/projects/rules.ts';
import type { RenameProject } from '@atelier/domain/projects/schema.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WithoutSession } from '../access/without-session.ts';
import { findAccount } from '../accounts/accounts.repository.ts';
import type { Account } from '../accounts/accounts.table.ts';
import { totalOfLastPage } from '../lists/list.presenter.ts';
import { adjustListCounts, readListCount } from '../lists/list-counts.repository.ts';
import { countSearch } from '../lists/search.repository.ts';
import { deleteContactChangesOf, findOpenChange } from './contact-changes.repository.ts';
import type { ProjectActor, RecordEvent } from './project-event.ts';
import { assertOpen, assertStillTheirs, getProject } from './project-lookup.ts';
import {
  deleteMember,
  deleteMemberships,
  deleteMembersOf,
  listSharedProjectIds,
  listSuccessors,
  lockSuccessors,
} from './project-members.repository.ts';
import {
  countProjectsOf,
  deleteProject,
  listOwnProjectIds,
  listOwnProjectsAfter,
  listProjects,
  listProjectsOf,
  lockOwnProjects,
  lockProject,
  lockProjectFacts,
  updateProject,
} from './projects.repository.ts';
import type { ProjectRow } from './projects.table.ts';
import { parseBrief, projectSearchText } from './stored-brief.ts';

export interface ProjectsQuery extends PageQuery {
  status?: ProjectStatus | undefined;
}

/** The stages of some projects, by their ids. */
export type FindStages = (
  db: Db,
  projects: readonly Pick<ProjectRow, 'id' | 'status'>[],
) => Promise<ReadonlyMap<string, ProjectStage>>;

export interface ProjectsDeps extends Pick<Platform, 'db' | 'clock'>, Pick<WithoutSession, 'maySignIn'> {
  recordEvent: RecordEvent;
  /** From what the features know of them. */
  findStages: FindStages;
  /**
   * Called with the project locked, before it is deleted: removes what isn't in its rows. Throws if the
   * project must stay. Without `deletion` the project goes with its client's account.
   */
  deleting: (trx: Trx, project: ProjectRow, deletion?: ProjectDeletion) => Promise<void>;
}

/** What became of an account's projects when it ended. */
export interface EndedProjects {
  deleted: ProjectRow[];
  kept: ProjectRow[];
  /** A colleague is their main contact now. */
  passed: ProjectRow[];
  /** The ids of those that were a colleague's. */
  left: string[];
}

/** The actor who deletes a single project. */
export interface ProjectDeletion {
  by: ProjectActor;
  /** The confirmation sent with the request. */
  confirmation?: string | undefined;
}

/** Finds, lists, renames, archives and deletes whole projects. Their contents belong to the features. */
export class ProjectsService {
  readonly #deps: ProjectsDeps;

  constructor(deps: ProjectsDeps) {
    this.#deps = deps;
  }

  async getProject(id: string): Promise<ProjectRow> {
    return getProject(this.#deps.db, id);
  }

  /** Projects with their stages, in the same order. */
  async withStages<Row extends Pick<ProjectRow, 'id' | 'status'>>(
    rows: readonly Row[],
  ): Promise<(readonly [row: Row, stage: ProjectStage])[]> {
    const stages = await this.#deps.findStages(this.#deps.db, rows);
    return rows.map((row) => [row, stages.get(row.id) ?? 'draft'] as const);
  }

  /** How far a project has come. */
  async stageOf(row: Pick<ProjectRow, 'id' | 'status'>): Promise<ProjectStage> {
    const [[, stage] = [row, 'draft' as const]] = await this.withStages([row]);
    return stage;
  }

  /** The projects on whose client's side an account is, newest first, and their total. */
  async listOf(accountId: string, { page, limit, status }: ProjectsQuery) {
    const { db } = this.#deps;
    const projects = await listProjectsOf(db, accountId, { status, limit, offset: (page - 1) * limit });
    const total =
      totalOfLastPage(projects, { page, limit }) ?? (await countProjectsOf(db, accountId, status));
    return { projects, total };
  }

  /**
   * Every client's projects, last changed first by default, and their total (for a search: up to the cap).
   */
  async listAll({
    page,
    limit,
    status,
    q = '',
    sort = 'updated',
  }: ProjectsQuery & { q?: string | undefined; sort?: ProjectSort }) {
    const { db } = this.#deps;
    const statuses = status ? [status] : PROJECT_STATUSES;
    const counts = statuses.map((each) => `projects.${each}` as const);
    const search = q === '' ? undefined : await countSearch(db, { list: 'projects', asked: q, status });
    const projects = await listProjects(db, { status, search, sort, limit, offset: (page - 1) * limit });
    const total =
      search?.total ?? totalOfLastPage(projects, { page, limit }) ?? (await readListCount(db, counts));
    return { projects, total };
  }

  /**
   * Archives a submitted project, which stays readable but leaves the lists of work in progress, or
   * restores it. Repeating either changes nothing.
   * @throws not_found for a missing project, project_closed for a draft
   */
  async moveProject(id: string, to: Exclude<ProjectStatus, 'draft'>, by: ProjectActor): Promise<ProjectRow> {
    const { db, clock, recordEvent } = this.#deps;
    return transaction(db, async (trx) => {
      const project = await lockProject(trx, id);
      if (!project) throw notFound();
      if (project.status === 'draft') {
        throw new AppError('project_closed', 'This project’s brief has not been submitted yet.');
      }
      if (project.status === to) return project;
      const moved = await updateProject(trx, id, { status: to, updated_at: isoNow(clock) });
      const kind = to === 'archived' ? 'project_archived' : 'project_restored';
      await recordEvent(trx, { projectId: id, kind, by });
      adjustListCounts(trx, { [`projects.${project.status}`]: -1, [`projects.${to}`]: 1 });
      return moved;
    });
  }

  /**
   * Gives a submitted project another title; an empty one stands for the title by its features. The same title again
   * changes nothing.
   * @throws not_found, project_closed, conflict if another title than the sender saw is stored
   */
  async renameProject(id: string, { title, seen }: RenameProject, by: ProjectActor): Promise<ProjectRow> {
    const { db, clock, recordEvent } = this.#deps;
    return transaction(db, async (trx) => {
      const project = await lockProject(trx, id);
      if (!project) throw notFound();
      await assertStillTheirs(trx, project, by);
      assertOpen(project);
      const own = { title: title || null };
      const [from, to] = [projectTitle(project), projectTitle({ ...project, ...own })];
      if (from === to) return project;
      if (seen !== undefined && seen !== from) {
        throw new AppError(
          'conflict',
          `The title was changed to “${from}” meanwhile. Save again to replace that.`,
        );
      }
      const renamed = await updateProject(trx, id, {
        ...own,
        search_text: projectSearchText({ ...project, ...own }, parseBrief(project)),
        updated_at: isoNow(clock),
      });
      await recordEvent(trx, { projectId: id, kind: 'project_renamed', by, detail: { from, to } });
      return renamed;
    });
  }

  /** Every project of a client, oldest first, read in batches as the caller iterates. */
  readOwn(userId: string): AsyncGenerator<ProjectRow> {
    return readInPages<ProjectRow>((after, limit) =>
      listOwnProjectsAfter(this.#deps.db, userId, after?.id, limit),
    );
  }

  /**
   * Deletes a project and all its contents.
   * @throws not_found when it's gone already, or the refusal of a feature
   */
  async deleteProject(id: string, deletion: ProjectDeletion): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      const project = await lockProject(trx, id);
      if (!project) throw notFound();
      await assertStillTheirs(trx, project, deletion.by);
      await this.#deps.deleting(trx, project, deletion);
      await deleteProject(trx, id);
      adjustListCounts(trx, { [`projects.${project.status}`]: -1 });
    });
  }

  /**
   * The former main contact as long as they can undo that they were replaced; otherwise the colleague who has decided longest,
   * and may sign in. Undefined if none may.
   */
  async #findSuccessor(trx: Trx, projectId: string) {
    const change = await findOpenChange(trx, projectId, isoNow(this.#deps.clock));
    const former = change && (await findAccount(trx, change.former_id));
    if (former) return former;
    for (const person of await listSuccessors(trx, projectId))
      if (await this.#deps.maySignIn(trx, person.id)) return person;
    return undefined;
  }

  /**
   * Ends an account's part in projects, within the transaction that deletes the account. A project whose former main contact can
   * still undo the change goes back to them; one in which a colleague decides passes to the one who has done so longest. Of the
   * others, those that the studio has to keep only lose the account and its address, and the rest is deleted.
   * @param isKept true for a project that the studio has to keep
   */
  async endClient(
    trx: Trx,
    { id: clientId, email }: Pick<Account, 'id' | 'email'>,
    isKept: (trx: Trx, projectId: string) => Promise<boolean>,
  ): Promise<EndedProjects> {
    const ended: EndedProjects = { deleted: [], kept: [], passed: [], left: [] };
    // Before the projects, as these people's own calls do: one of them may be the next main contact, with their address of now.
    await lockSuccessors(trx, clientId, isoNow(this.#deps.clock));
    await deleteContactChangesOf(trx, clientId);
    // Those of colleagues, too: what is written there, or done about this person, comes before the end or finds them gone.
    const parts = [
      ...(await listOwnProjectIds(trx, clientId)),
      ...(await listSharedProjectIds(trx, clientId)),
    ];
    for (const projectId of parts.sort()) await lockProjectFacts(trx, projectId);
    ended.left = await deleteMemberships(trx, clientId);
    for (const project of await lockOwnProjects(trx, clientId)) {
      const successor = await this.#findSuccessor(trx, project.id);
      if (successor) {
        ended.passed.push(await this.passProject(trx, project, successor));
        await this.#deps.recordEvent(trx, {
          projectId: project.id,
          kind: 'contact_changed',
          by: { accountId: clientId, email, side: 'client', address: '' },
          subject: { id: successor.id, title: greetingName(successor) },
          detail: { former: clientId, isUndo: 0 },
        });
      } else if (await isKept(trx, project.id)) {
        await deleteMembersOf(trx, project.id);
        ended.kept.push(await this.#giveTo(trx, project, { id: FORMER_CLIENT_ID, email: '' }));
      } else {
        await this.#deps.deleting(trx, project);
        await deleteProject(trx, project.id);
        ended.deleted.push(project);
      }
    }
    const count = (status: ProjectStatus) =>
      ended.deleted.filter((project) => project.status === status).length;
    adjustListCounts(
      trx,
      Object.fromEntries(PROJECT_STATUSES.map((status) => [`projects.${status}`, -count(status)])),
    );
    return ended;
  }

  /** Makes a colleague the main contact of a locked project. */
  async passProject(trx: Trx, project: ProjectRow, to: Pick<Account, 'id' | 'email'>): Promise<ProjectRow> {
    await deleteMember(trx, project.id, to.id);
    return this.#giveTo(trx, project, to);
  }

  async #giveTo(trx: Trx, project: ProjectRow, { id, email }: Pick<Account, 'id' | 'email'>) {
    const search_text = projectSearchText({ ...project, email }, parseBrief(project));
    return updateProject(trx, project.id, { user_id: id, email, search_text });
  }

  /** Updates the address on an account's projects, in the transaction that changed it. */
  async changeEmail(trx: Trx, { accountId, email }: { accountId: string; email: string }): Promise<void> {
    for (const project of await lockOwnProjects(trx, accountId)) {
      const search_text = projectSearchText({ ...project, email }, parseBrief(project));
      await updateProject(trx, project.id, { email, search_text });
    }
  }
}
