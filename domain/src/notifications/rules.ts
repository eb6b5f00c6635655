import type { ProjectSide } from '../projects/rules.ts';

/**
 * Kinds of mails that people can turn off. What is always sent is not among them: a client's copy of the
 * contract they accepted and of the brief they submitted, the studio's enquiries, and what belongs to an account.
 */
export const NOTIFICATION_KINDS = [
  'message',
  'milestone_review',
  'milestone_stopped',
  'milestone_approved',
  'milestone_changes',
  'contract_sent',
  'contract_accepted',
  'contract_change',
  'file',
  'project_submitted',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

interface NotificationWords extends Partial<Record<ProjectSide, string>> {
  /** What such a mail is about, whoever gets it: after "mails about". */
  about: string;
}

/** Each kind as a setting of who can get it. A side without a word never gets such a mail, or always does. */
export const NOTIFICATIONS: Record<NotificationKind, NotificationWords> = {
  message: {
    about: 'new messages',
    client: 'New messages',
    studio: 'New messages from clients',
  },
  milestone_review: {
    about: 'milestones to review',
    client: 'A milestone is ready for your review',
  },
  milestone_stopped: {
    about: 'blocked and cancelled milestones',
    client: 'A milestone is blocked or cancelled',
  },
  milestone_approved: {
    about: 'approved milestones',
    studio: 'A client approved a milestone',
  },
  milestone_changes: {
    about: 'milestones that need changes',
    studio: 'A client wants changes to a milestone',
  },
  contract_sent: {
    about: 'contracts to read',
    client: 'A contract was sent to you',
  },
  contract_accepted: {
    about: 'accepted contracts',
    studio: 'A client accepted a contract',
  },
  contract_change: {
    about: 'requests to change a contract',
    studio: 'A client asks for a change to a contract',
  },
  file: {
    about: 'new files',
    client: 'New files',
    studio: 'New files from clients',
  },
  project_submitted: {
    about: 'submitted projects',
    studio: 'A client submitted a project',
  },
};
