import { AppError, notFound } from '@atelier/domain/errors.ts';
import { type Brief, type BriefDraft, LAST_STEP } from '@atelier/domain/onboarding/brief.ts';
import { estimateBrief, type PriceList } from '@atelier/domain/onboarding/estimate.ts';
import { isSameBrief, stepOrderIssues } from '@atelier/domain/onboarding/rules.ts';
import type { SaveOnboarding, SubmitOnboarding } from '@atelier/domain/onboarding/schema.ts';
import { lockOwnAccount } from '../../core/accounts/own-account.ts';
import { adjustListCounts } from '../../core/lists/list-counts.repository.ts';
import {
  deleteProject,
  findDraft,
  findNewestProject,
  findNewestSubmission,
  insertProject,
  lockDraft,
  lockOwnProject,
  updateProject,
} from '../../core/projects/projects.repository.ts';
import type { ProjectRow } from '../../core/projects/projects.table.ts';
import { completeBrief, parseDraft, parseFinal, storeBrief } from '../../core/projects/stored-brief.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';

/** The client who fills in the brief. */
export interface Client {
  accountId: string;
  email: string;
}

export interface OnboardingDeps extends Pick<Platform, 'db' | 'clock'> {
  prices: PriceList;
  /** Called within the transaction that submits a project, with the client's network address. */
  projectSubmitted(trx: Trx, project: ProjectRow, address: string): Promise<void>;
}

/** A brief from its first answer to its submission. A client has at most one draft. */
export class OnboardingService {
  readonly #deps: OnboardingDeps;

  constructor(deps: OnboardingDeps) {
    this.#deps = deps;
  }

  /** The draft, else the newest project, else null. */
  async findCurrent(accountId: string): Promise<ProjectRow | null> {
    const { db } = this.#deps;
    return (await findDraft(db, accountId)) ?? (await findNewestProject(db, accountId)) ?? null;
  }

  /**
   * Saves the sent fields over the stored ones. With an id it updates that draft, without one the account's
   * draft, which it creates if there is none.
   * @throws not_found for an id that is missing or another account's, already_submitted for one's own
   * submitted project, draft_conflict when the sender's revision is not the stored one, validation_failed
   * for a step beyond the stored and sent answers
   */
  async save(client: Client, request: SaveOnboarding): Promise<ProjectRow> {
    return transaction(this.#deps.db, async (trx) => {
      // One at a time per client: two tabs that start at once create one draft.
      await lockOwnAccount(trx, client.accountId);
      const stored = request.id
        ? await this.#lockOwnDraft(trx, client, request.id)
        : await lockDraft(trx, client.accountId);
      if (request.revision !== undefined && request.revision !== (stored?.revision ?? 0)) {
        throw new AppError(
          'draft_conflict',
          'This draft was changed in another tab or on another device. Reload to see the newer answers.',
        );
      }
      const draft = { ...(stored && parseDraft(stored)), ...request.data };
      requireStepInOrder(request.step, draft);
      return stored
        ? this.#change(trx, stored, { draft, step: request.step })
        : this.#begin(trx, client, { draft, step: request.step });
    });
  }

  /**
   * Submits a brief whose every step was checked. With an id that project; without one the draft, else the
   * newest submission if its brief is the same, else a new project. A submitted project doesn't change, so
   * that submitting twice gives one project and one pair of mails.
   * @throws not_found for an id that is missing or another account's
   */
  async submit(client: Client & { address: string }, request: SubmitOnboarding): Promise<ProjectRow> {
    return transaction(this.#deps.db, async (trx) => {
      await lockOwnAccount(trx, client.accountId);
      const project = request.id
        ? await lockOwnProject(trx, request.id, client.accountId)
        : ((await lockDraft(trx, client.accountId)) ??
          (await findSameSubmission(trx, client, request.final)) ??
          (await this.#begin(trx, client, { draft: request.final, step: LAST_STEP })));
      if (!project) throw notFound();
      if (project.status !== 'draft') return project;

      const now = isoNow(this.#deps.clock);
      const submitted = await updateProject(trx, project.id, {
        ...this.#columns(project, request.final),
        status: 'submitted',
        step: LAST_STEP,
        revision: project.revision + 1,
        final: JSON.stringify(request.final),
        updated_at: now,
        submitted_at: now,
      });
      await this.#deps.projectSubmitted(trx, submitted, client.address);
      adjustListCounts(trx, { 'projects.draft': -1, 'projects.submitted': 1 });
      return submitted;
    });
  }

  /** Deletes the draft; returns whether there was one. */
  async deleteDraft(accountId: string): Promise<boolean> {
    return transaction(this.#deps.db, async (trx) => {
      await lockOwnAccount(trx, accountId);
      const draft = await lockDraft(trx, accountId);
      if (!draft) return false;
      await deleteProject(trx, draft.id);
      adjustListCounts(trx, { 'projects.draft': -1 });
      return true;
    });
  }

  async #lockOwnDraft(trx: Trx, client: Client, id: string): Promise<ProjectRow> {
    const project = await lockOwnProject(trx, id, client.accountId);
    if (!project) throw notFound();
    if (project.status !== 'draft') {
      throw new AppError(
        'already_submitted',
        'This brief has already been submitted, so it can’t change any more.',
      );
    }
    return project;
  }

  async #begin(trx: Trx, client: Client, { draft, step }: { draft: BriefDraft; step: number }) {
    const id = newId();
    const now = isoNow(this.#deps.clock);
    const begun = { id, email: client.email, title: null };
    const project = await insertProject(trx, {
      ...begun,
      user_id: client.accountId,
      status: 'draft',
      step,
      revision: 1,
      ...this.#columns(begun, draft),
      final: null,
      created_at: now,
      updated_at: now,
      submitted_at: null,
    });
    adjustListCounts(trx, { 'projects.draft': 1 });
    return project;
  }

  async #change(trx: Trx, project: ProjectRow, { draft, step }: { draft: BriefDraft; step: number }) {
    return updateProject(trx, project.id, {
      ...this.#columns(project, draft),
      step,
      revision: project.revision + 1,
      updated_at: isoNow(this.#deps.clock),
    });
  }

  #columns(project: Pick<ProjectRow, 'id' | 'email' | 'title'>, draft: BriefDraft) {
    return storeBrief(project, draft, estimateBrief(completeBrief(draft), this.#deps.prices));
  }
}

async function findSameSubmission(trx: Trx, client: Client, final: Brief): Promise<ProjectRow | undefined> {
  const newest = await findNewestSubmission(trx, client.accountId);
  const submitted = newest && parseFinal(newest);
  return submitted && isSameBrief(submitted, final) ? newest : undefined;
}

function requireStepInOrder(step: number, draft: BriefDraft): void {
  const issues = stepOrderIssues(step, completeBrief(draft));
  const sentences = issues.map((issue) => issue.message).join(' ');
  if (issues.length > 0)
    throw new AppError('validation_failed', `This step can’t be saved yet. ${sentences}`, { issues });
}
