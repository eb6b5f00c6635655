import { createHash } from 'node:crypto';
import { greetingName } from '@atelier/domain/accounts/rules.ts';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import { AppError, type ErrorCode } from '@atelier/domain/errors.ts';
import {
  ANSWERS_OF,
  DECISION_LINK_DAYS,
  type DecisionAnswer,
  type DecisionKind,
  type DecisionState,
  decisionRefusals,
} from '@atelier/domain/mail-decisions/rules.ts';
import type { Decide, Decision } from '@atelier/domain/mail-decisions/schema.ts';
import { includesRole } from '@atelier/domain/people/rules.ts';
import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import type { WithoutSession } from '../../core/access/without-session.ts';
import { findAccount } from '../../core/accounts/accounts.repository.ts';
import type { Account } from '../../core/accounts/accounts.table.ts';
import type { IdentityProvider } from '../../core/accounts/identity-provider.ts';
import { findMember } from '../../core/projects/project-members.repository.ts';
import { findProject, findProjectFacts, lockProjectFacts } from '../../core/projects/projects.repository.ts';
import { nameProject } from '../../core/projects/stored-brief.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { hashSecret, newSecret } from '../../platform/link-secret.ts';
import type { MailLink } from '../../platform/mail/layout.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DecidedThings, WaitingDecision } from './decided-thing.ts';
import { decisionLink } from './mail-decisions.mails.ts';
import {
  deleteLinksBefore,
  deleteLinksOf,
  findDecisionLink,
  insertDecisionLink,
  markLinkUsed,
} from './mail-decisions.repository.ts';
import type { DecisionLinkRow } from './mail-decisions.table.ts';

export interface MailDecisionsDeps
  extends Pick<Platform, 'db' | 'clock' | 'publicUrl'>,
    Pick<WithoutSession, 'mayActWithoutSession'> {
  identities: Pick<IdentityProvider, 'findConfirmedEmail'>;
  things: DecidedThings;
}

/** Who a link is made for, and what about. */
export interface DecisionLinkRequest {
  kind: DecisionKind;
  projectId: string;
  subjectId: string;
  accountId: string;
  email: string;
}

interface LinkState {
  state: DecisionState;
  /** Only while it is open. */
  waiting?: WaitingDecision;
  account?: Account;
}

const DAY_SECONDS = 24 * 3_600;

/** By which an answer that is sent again is known. */
const hashAnswer = ({ answer, words }: Pick<Decide, 'answer' | 'words'>) =>
  createHash('sha256').update(`${answer} ${words}`).digest('base64url');

const REFUSAL_CODES: Record<Exclude<DecisionState, 'open'>, ErrorCode> = {
  used: 'link_used',
  expired: 'link_expired',
  changed: 'conflict',
  sign_in: 'sign_in_required',
};

const unknownLink = () => new AppError('not_found', 'This link doesn’t work, or doesn’t work any more.');

/**
 * Links of mails that take one answer without a sign-in. A link is worth what its person may do in the portal at this moment,
 * about the thing as the mail found it: everything is looked at again with the project locked.
 */
export class MailDecisionsService {
  readonly #deps: MailDecisionsDeps;

  constructor(deps: MailDecisionsDeps) {
    this.#deps = deps;
  }

  /**
   * Makes a link for a mail, in the transaction that queues it.
   * @returns undefined where the person can't answer or needs a session to, the thing waits for none, or an answer needs a sign-in
   */
  async issue(trx: Trx, asked: DecisionLinkRequest): Promise<MailLink | undefined> {
    const { clock, publicUrl, things } = this.#deps;
    const { kind, projectId, subjectId, accountId } = asked;
    const email = comparableEmail(asked.email);
    const thing = things[kind];
    const link = { kind, project_id: projectId, account_id: accountId, email };
    const account = await this.#findPerson(trx, link);
    const project = await findProjectFacts(trx, projectId);
    if (!account || project?.status !== 'submitted') return undefined;
    const waiting = await thing.find(trx, asked);
    if (!waiting || (await thing.needsSignIn(trx, asked))) return undefined;
    const token = newSecret();
    const row: DecisionLinkRow = {
      ...link,
      id: newId(),
      token_hash: hashSecret(token),
      subject_id: subjectId,
      revision: waiting.revision,
      shown: waiting.shown,
      created_at: isoNow(clock),
      expires_at: isoIn(clock, DECISION_LINK_DAYS * DAY_SECONDS),
      used_at: null,
      answer: null,
      answer_hash: null,
    };
    await insertDecisionLink(trx, row);
    return decisionLink(row, { publicUrl, token });
  }

  /** What a link is about, and what it can still do. @throws not_found for one that isn't ours, or is gone */
  async find(token: string): Promise<Decision> {
    const { db, things } = this.#deps;
    const row = await this.#get(token);
    const { state, waiting, account } = await this.#read(db, row, await this.#isStillSignedFor(row));
    const project = await findProject(db, row.project_id);
    if (!project) throw unknownLink();
    return {
      state,
      path: things[row.kind].pathOf(subjectOf(row)),
      thing:
        waiting && account
          ? {
              ...waiting,
              kind: row.kind,
              name: greetingName(account),
              project: nameProject(project),
              expiresAt: row.expires_at,
            }
          : null,
      answered:
        row.answer && row.used_at && state === 'used' ? { answer: row.answer, at: row.used_at } : null,
    };
  }

  /**
   * Answers by a link, as its person does in the portal. The same answer again changes nothing.
   * @throws not_found, link_used, link_expired, conflict, sign_in_required, validation_failed for an answer to another kind
   */
  async decide(
    { token, answer, words }: Decide,
    address: string,
  ): Promise<{ answer: DecisionAnswer; path: string }> {
    const { db, clock, things } = this.#deps;
    const found = await this.#get(token);
    if (!ANSWERS_OF[found.kind].includes(answer)) {
      throw new AppError('validation_failed', 'This link takes another answer.');
    }
    const isSignedFor = await this.#isStillSignedFor(found);
    const thing = things[found.kind];
    const subject = subjectOf(found);
    const decided = { answer, path: thing.pathOf(subject) };
    const hash = hashAnswer({ answer, words });
    return transaction(db, async (trx) => {
      // All that changes what the link is about locks the project, too. Of two presses the second finds the first one's mark.
      if (!(await lockProjectFacts(trx, found.project_id))) throw unknownLink();
      const row = await findDecisionLink(trx, found.token_hash);
      if (!row) throw unknownLink();
      const { state, waiting, account } = await this.#read(trx, row, isSignedFor);
      if (state === 'used' && row.answer_hash === hash) return decided;
      if (state !== 'open') throw new AppError(REFUSAL_CODES[state], decisionRefusals[state]);
      if (!waiting || !account) throw unknownLink();
      const by = {
        accountId: account.id,
        email: account.email,
        name: greetingName(account),
        side: 'client' as const,
        clientRole: thing.role,
        address,
        isByMailLink: true as const,
      };
      await thing.answer(trx, by, { ...subject, linkId: row.id, revision: row.revision, answer, words });
      const used = { used_at: isoNow(clock), answer, answer_hash: hash };
      if (!(await markLinkUsed(trx, row.id, used))) throw new AppError('link_used', decisionRefusals.used);
      return decided;
    });
  }

  /** Ends every link of an account that is deleted. */
  async forgetPerson(trx: Trx, accountId: string): Promise<void> {
    await deleteLinksOf(trx, accountId);
  }

  /** Deletes links that stopped working some time ago. A recurring job calls it. */
  async deleteOld(): Promise<void> {
    const { db, clock } = this.#deps;
    await deleteLinksBefore(db, isoIn(clock, -KEPT_DAYS.decisionLinks * DAY_SECONDS));
  }

  async #get(token: string): Promise<DecisionLinkRow> {
    const row = await findDecisionLink(this.#deps.db, hashSecret(token));
    if (!row) throw unknownLink();
    return row;
  }

  /** Whether the mail's address is still the confirmed one of its person. The provider may be another server: no row is locked. */
  async #isStillSignedFor({ account_id, email }: DecisionLinkRow): Promise<boolean> {
    const confirmed = await this.#deps.identities.findConfirmedEmail(account_id);
    return confirmed !== undefined && comparableEmail(confirmed) === email;
  }

  async #read(db: Db, row: DecisionLinkRow, isSignedFor: boolean): Promise<LinkState> {
    const thing = this.#deps.things[row.kind];
    const subject = subjectOf(row);
    const account = isSignedFor ? await this.#findPerson(db, row) : undefined;
    if (!account) return { state: 'sign_in' };
    if (row.used_at !== null) return { state: 'used' };
    if (row.expires_at <= isoNow(this.#deps.clock)) return { state: 'expired' };
    const project = await findProjectFacts(db, row.project_id);
    const waiting = project?.status === 'submitted' ? await thing.find(db, subject) : undefined;
    if (waiting?.revision !== row.revision || (row.shown !== null && waiting.shown !== row.shown))
      return { state: 'changed' };
    if (await thing.needsSignIn(db, subject)) return { state: 'sign_in' };
    return { state: 'open', waiting, account };
  }

  /** The account of a link's person, if it may answer and still has the mail's address. */
  async #findPerson(
    db: Db,
    {
      kind,
      project_id: projectId,
      account_id: accountId,
      email,
    }: Pick<DecisionLinkRow, 'kind' | 'project_id' | 'account_id' | 'email'>,
  ): Promise<Account | undefined> {
    const account = await findAccount(db, accountId);
    // An admin does nothing without a session.
    if (!account || account.role === 'admin') return undefined;
    if (!(await this.#deps.mayActWithoutSession(db, accountId))) return undefined;
    if (comparableEmail(account.email) !== email) return undefined;
    const project = await findProjectFacts(db, projectId);
    const role =
      project?.user_id === accountId ? 'contact' : (await findMember(db, projectId, accountId))?.role;
    return includesRole(role, this.#deps.things[kind].role) ? account : undefined;
  }
}

const subjectOf = ({ project_id, subject_id }: DecisionLinkRow) => ({
  projectId: project_id,
  subjectId: subject_id,
});
