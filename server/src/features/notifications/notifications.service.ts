import { AppError } from '@atelier/domain/errors.ts';
import { enquiryPath, PAGES, projectPath, studioProjectPath } from '@atelier/domain/pages.ts';
import { type ProjectSide, projectTitle } from '@atelier/domain/projects/rules.ts';
import type { ProjectRow } from '../../core/projects/projects.table.ts';
import { parseBrief } from '../../core/projects/stored-brief.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { MailLook } from '../../platform/mail/layout.ts';
import { isMailAddress } from '../../platform/mail/transport.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import {
  renderClientLeftMail,
  renderDeletedByClientMail,
  renderDeletedByStudioMail,
  renderGoodbyeMail,
} from './deletion.mails.ts';
import { type EnquiryFacts, renderEnquiryMail } from './enquiry.mail.ts';
import { renderInvitationMail } from './invitation.mail.ts';
import { isMuted } from './muted-mails.repository.ts';
import { renderBriefMail, renderConfirmationMail, type SubmittedProject } from './project.mails.ts';
import { unsubscribeOffer } from './unsubscribe-offer.ts';

export interface NotificationsDeps extends Pick<Platform, 'mailer' | 'publicUrl'> {
  look: MailLook;
  secret: ServerSecret;
  /** Who at the studio gets mail. */
  listStudioAddresses(from: Db): Promise<string[]>;
}

/**
 * Sends mails about single events. Each mail is written in the transaction of its event, so
 * that it leaves if, and only if, that did happen.
 */
export class NotificationsService {
  readonly #deps: NotificationsDeps;

  constructor(deps: NotificationsDeps) {
    this.#deps = deps;
  }

  async announceEnquiry(trx: Trx, enquiry: EnquiryFacts & { id: string }): Promise<void> {
    const { look, publicUrl } = this.#deps;
    const canReply = isMailAddress(enquiry.email);
    const mail = renderEnquiryMail(look, enquiry, {
      enquiryUrl: `${publicUrl}${enquiryPath(enquiry.id)}`,
      canReply,
    });
    for (const to of await this.#studio(trx)) {
      await this.#deps.mailer.enqueue(trx, { kind: 'contact.enquiry', to, replyTo: enquiry.email, ...mail });
    }
  }

  /** Throws validation_failed where the address that was typed is none that mail goes to. */
  async inviteEnquirer(trx: Trx, enquiry: EnquiryFacts, note: string): Promise<void> {
    const { look, mailer, publicUrl } = this.#deps;
    if (!isMailAddress(enquiry.email)) {
      throw new AppError('validation_failed', `No mail can be sent to ${enquiry.email}.`);
    }
    const mail = renderInvitationMail(
      look,
      { name: enquiry.name, note },
      { studioName: look.studioName, startUrl: `${publicUrl}${PAGES.start}` },
    );
    const [replyTo] = (await this.#deps.listStudioAddresses(trx)).filter(isMailAddress);
    await mailer.enqueue(trx, {
      kind: 'contact.invitation',
      to: enquiry.email,
      ...(replyTo ? { replyTo } : {}),
      ...mail,
    });
  }

  async announceProject(trx: Trx, project: SubmittedProject & { id: string }): Promise<void> {
    const { look, mailer, publicUrl } = this.#deps;
    const { clientEmail } = project;
    const canReply = isMailAddress(clientEmail);
    if (canReply) {
      const projectUrl = `${publicUrl}${projectPath(project.id)}`;
      const confirmation = renderConfirmationMail(look, project, { projectUrl });
      await mailer.enqueue(trx, { kind: 'project.confirmation', to: clientEmail, ...confirmation });
    }
    const projectUrl = `${publicUrl}${studioProjectPath(project.id)}`;
    for (const to of await this.#studio(trx)) {
      if (await isMuted(trx, to, 'project_submitted')) continue;
      const unsubscribe = unsubscribeOffer(this.#deps, { address: to, kind: 'project_submitted' });
      const mail = renderBriefMail(look, project, { projectUrl, canReply, unsubscribe });
      const unsubscribeUrl = unsubscribe.url;
      await mailer.enqueue(trx, { kind: 'project.brief', to, replyTo: clientEmail, unsubscribeUrl, ...mail });
    }
  }

  /** An account was deleted with some of its projects, and others were kept. */
  async announceDeletion(
    trx: Trx,
    account: { email: string; deleted: readonly ProjectRow[]; kept: readonly ProjectRow[] },
  ): Promise<void> {
    const { look, mailer } = this.#deps;
    const titles = (projects: readonly ProjectRow[]) =>
      projects.map((project) => projectTitle(parseBrief(project)));
    const told = { email: account.email, deleted: titles(account.deleted), kept: titles(account.kept) };
    if (isMailAddress(account.email)) {
      await mailer.enqueue(trx, {
        kind: 'account.deleted',
        to: account.email,
        ...renderGoodbyeMail(look, told),
      });
    }
    const submitted = account.deleted.filter(({ status }) => status !== 'draft');
    if (submitted.length + account.kept.length === 0) return;
    const mail = renderClientLeftMail(look, { deleted: titles(submitted), kept: told.kept });
    for (const to of await this.#studio(trx)) {
      await mailer.enqueue(trx, { kind: 'project.client-left', to, ...mail });
    }
  }

  /**
   * Mails the other side about a deleted project. The studio gets no mail about a draft, which it has no part
   * in. `isRecorded`: its contract was accepted, so that the record of that is kept.
   */
  async announceProjectDeleted(
    trx: Trx,
    { project, side, isRecorded }: { project: ProjectRow; side: ProjectSide; isRecorded: boolean },
  ): Promise<void> {
    const { look, mailer, publicUrl } = this.#deps;
    const isDraft = project.status === 'draft';
    const told = { title: projectTitle(parseBrief(project)), isDraft, isRecorded };
    const client = isMailAddress(project.email) ? project.email : undefined;
    if (side === 'studio') {
      if (client === undefined) return;
      const [replyTo] = await this.#studio(trx);
      await mailer.enqueue(trx, {
        kind: 'project.deleted-by-studio',
        to: client,
        ...(replyTo !== undefined && { replyTo }),
        ...renderDeletedByStudioMail(look, told, { profileUrl: `${publicUrl}${PAGES.profile}` }),
      });
      return;
    }
    if (isDraft) return;
    const mail = renderDeletedByClientMail(look, told, {
      clientEmail: project.email,
      recordsUrl: `${publicUrl}${PAGES.acceptedContracts}`,
    });
    for (const to of await this.#studio(trx)) {
      await mailer.enqueue(trx, {
        kind: 'project.deleted-by-client',
        to,
        ...(client !== undefined && { replyTo: client }),
        ...mail,
      });
    }
  }

  async #studio(trx: Trx): Promise<string[]> {
    return (await this.#deps.listStudioAddresses(trx)).filter(isMailAddress);
  }
}
