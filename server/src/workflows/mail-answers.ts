import { Readable } from 'node:stream';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import type { WithoutSession } from '../core/access/without-session.ts';
import { findAdminByEmail } from '../core/accounts/accounts.repository.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import { findProvenEmail } from '../core/accounts/proven-email.ts';
import type { Upload } from '../core/projects/file-reception.ts';
import type { ProjectActor } from '../core/projects/project-event.ts';
import { findMember } from '../core/projects/project-members.repository.ts';
import { findProjectFacts } from '../core/projects/projects.repository.ts';
import { findEnquiry } from '../features/enquiries/enquiries.repository.ts';
import type { EnquiryFilesService } from '../features/enquiries/enquiry-files.service.ts';
import type { EnquiryThreadService } from '../features/enquiries/enquiry-thread.service.ts';
import type { AnswerAuthor, AnswerPort } from '../features/mail-in/reading.service.ts';
import type { MessageFilesService } from '../features/messages/message-files.service.ts';
import type { MessagesService } from '../features/messages/messages.service.ts';
import type { Db } from '../platform/db/database.ts';

export interface ProjectAnswersDeps extends WithoutSession {
  db: Db;
  messages: MessagesService;
  files: MessageFilesService;
  identities: Pick<IdentityProvider, 'findConfirmedEmail' | 'confirmsByItself'>;
  canAnswerByMail: AnswerPort['canAnswerByMail'];
}

/** Answers by mail as messages of a project: the client's as that client, the studio's as the admin with the sender's address. */
export function projectAnswers(deps: ProjectAnswersDeps): AnswerPort {
  const { db, messages, files, canAnswerByMail } = deps;
  return {
    canAnswerByMail,
    findAuthor: async ({ side, subject_id, account_id }, from): Promise<AnswerAuthor | undefined> => {
      if (side === 'studio') {
        const admin = await findAdminByEmail(db, from);
        if (!admin) return undefined;
        const by = { accountId: admin.id, email: admin.email, side: 'studio', address: '' } as const;
        return toAuthor(deps, by);
      }
      // Everyone on the client's side writes messages.
      const project = await findProjectFacts(db, subject_id);
      const isContact = project?.user_id === account_id;
      if (!isContact && !(await findMember(db, subject_id, account_id))) return undefined;
      return toAuthor(deps, { accountId: account_id, email: '', side: 'client', address: '' });
    },
    attach: async ({ subject_id: projectId }, { by }, { name, content, key }) => {
      const row = await files.attach({ projectId, by, key }, uploadOf(name, content));
      return row.id;
    },
    post: async ({ subject_id: projectId }, { by }, { body, folded, key, files: fileIds, byMail }) => {
      await messages.send(projectId, by, { body, key, files: fileIds }, { proof: byMail, folded });
    },
  };
}

/** A person with their confirmed address; undefined for one who may not sign in, or whose address nothing confirms. */
async function toAuthor(
  { db, identities, maySignIn, mayActWithoutSession }: ProjectAnswersDeps,
  by: ProjectActor,
): Promise<AnswerAuthor | undefined> {
  if (!(await maySignIn(db, by.accountId))) return undefined;
  const email = await findProvenEmail(identities, by.accountId);
  if (email === undefined) return undefined;
  const mayActByMail = await mayActWithoutSession(db, by.accountId);
  return { by: { ...by, email: by.email || email }, email, mayActByMail };
}

/** Answers by mail as those of an enquiry's visitor, whose typed address it has to be: they have no account. */
export function enquiryAnswers({
  db,
  thread,
  files,
}: {
  db: Db;
  thread: EnquiryThreadService;
  files: EnquiryFilesService;
}): AnswerPort {
  return {
    canAnswerByMail: () => true,
    findAuthor: async ({ subject_id }) => {
      const enquiry = await findEnquiry(db, subject_id);
      const email = enquiry && comparableEmail(enquiry.email);
      return email === undefined
        ? undefined
        : { by: { accountId: '', email, side: 'client', address: '' }, email, mayActByMail: true };
    },
    attach: async ({ subject_id: enquiryId }, _, { name, content, key }) =>
      (await files.receive({ enquiryId, accountId: '', key }, uploadOf(name, content))).id,
    post: ({ subject_id: enquiryId }, _, answer) => thread.answer(enquiryId, answer),
  };
}

const uploadOf = (name: string, content: Buffer): Upload => ({
  announcedBytes: content.length,
  receive: (take) => take({ name, bytes: Readable.from([content]) }),
});
