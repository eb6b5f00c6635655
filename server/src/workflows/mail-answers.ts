import { Readable } from 'node:stream';
import { findAccount, findAdminByEmail } from '../core/accounts/accounts.repository.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import type { Upload } from '../core/projects/file-reception.ts';
import { findMember } from '../core/projects/project-members.repository.ts';
import { findProjectFacts } from '../core/projects/projects.repository.ts';
import { findEnquiry } from '../features/enquiries/enquiries.repository.ts';
import type { EnquiryFilesService } from '../features/enquiries/enquiry-files.service.ts';
import type { EnquiryThreadService } from '../features/enquiries/enquiry-thread.service.ts';
import type { AnswerAuthor, AnswerPort } from '../features/mail-in/reading.service.ts';
import type { MessageFilesService } from '../features/messages/message-files.service.ts';
import type { MessagesService } from '../features/messages/messages.service.ts';
import type { Db } from '../platform/db/database.ts';

export interface ProjectAnswersDeps {
  db: Db;
  messages: MessagesService;
  files: MessageFilesService;
  identities: Pick<IdentityProvider, 'findConfirmedEmail'>;
  canAnswerByMail: AnswerPort['canAnswerByMail'];
}

/** Answers by mail as messages of a project: the client's as that client, the studio's as the admin with the sender's address. */
export function projectAnswers(deps: ProjectAnswersDeps): AnswerPort {
  const { db, messages, files, identities, canAnswerByMail } = deps;
  return {
    canAnswerByMail,
    findAuthor: async ({ side, subject_id, account_id }, from): Promise<AnswerAuthor | undefined> => {
      if (side === 'studio') {
        const admin = await findAdminByEmail(db, from);
        const email = admin && (await identities.findConfirmedEmail(admin.id))?.toLowerCase();
        return admin && email !== undefined
          ? { by: { accountId: admin.id, email: admin.email, side: 'studio', address: '' }, email }
          : undefined;
      }
      const email = (await findWriter(deps, subject_id, account_id))?.toLowerCase();
      return email === undefined
        ? undefined
        : { by: { accountId: account_id, email, side: 'client', address: '' }, email };
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

/** The confirmed address of an account that may write messages in a project at this moment; undefined if it may not. */
async function findWriter({ db, identities }: ProjectAnswersDeps, projectId: string, accountId: string) {
  const project = await findProjectFacts(db, projectId);
  const isContact = project?.user_id === accountId;
  // Everyone on the client's side writes messages.
  if (!isContact && !(await findMember(db, projectId, accountId))) return undefined;
  const account = await findAccount(db, accountId);
  return account && account.disabled_at === null ? identities.findConfirmedEmail(accountId) : undefined;
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
      const email = (await findEnquiry(db, subject_id))?.email.toLowerCase();
      return email === undefined
        ? undefined
        : { by: { accountId: '', email, side: 'client', address: '' }, email };
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
