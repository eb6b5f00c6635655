import { z } from 'zod';
import type { ProjectSide } from './portal/activity.ts';

/**
 * Kinds of mails that people can turn off. What is always sent is not among them: a client's copy of the
 * contract they accepted and of the brief they submitted, the studio's enquiries, and what belongs to an account.
 */
export const NOTIFICATION_KINDS = [
  'message',
  'milestone_review',
  'milestone_approved',
  'milestone_changes',
  'contract_sent',
  'contract_accepted',
  'contract_change',
  'file',
  'project_submitted',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

interface NotificationWords {
  /** What such a mail says, as a setting's name. */
  label: string;
  /** The same after "mails about". */
  about: string;
}

/** Who can get which mails, with their words. A side that has none never gets such a mail, or always does. */
export const NOTIFICATIONS: Record<NotificationKind, Partial<Record<ProjectSide, NotificationWords>>> = {
  message: {
    client: { label: 'New messages', about: 'new messages' },
    studio: { label: 'New messages from clients', about: 'new messages' },
  },
  milestone_review: {
    client: { label: 'A milestone is ready for your review', about: 'milestones to review' },
  },
  milestone_approved: {
    studio: { label: 'A client approved a milestone', about: 'approved milestones' },
  },
  milestone_changes: {
    studio: { label: 'A client wants changes to a milestone', about: 'milestones that need changes' },
  },
  contract_sent: {
    client: { label: 'A contract was sent to you', about: 'contracts to read' },
  },
  contract_accepted: {
    studio: { label: 'A client accepted a contract', about: 'accepted contracts' },
  },
  contract_change: {
    studio: { label: 'A client asks for a change to a contract', about: 'requests to change a contract' },
  },
  file: {
    client: { label: 'New files', about: 'new files' },
    studio: { label: 'New files from clients', about: 'new files' },
  },
  project_submitted: {
    studio: { label: 'A client submitted a project', about: 'submitted projects' },
  },
};

/** What a mail is about, whichever side gets it: "new messages". */
export function notificationSubject(kind: NotificationKind): string {
  const { client, studio } = NOTIFICATIONS[kind];
  return (client ?? studio)?.about ?? '';
}

export const notificationSettingsSchema = z.object({
  settings: z.array(z.object({ kind: z.enum(NOTIFICATION_KINDS), isOn: z.boolean() })),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const setNotificationSchema = z.object({ kind: z.enum(NOTIFICATION_KINDS), isOn: z.boolean() });
