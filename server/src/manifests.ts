import type { ProjectEvents } from '@atelier/domain/project-parts.ts';
import { accountTables } from './core/accounts/accounts.feature.ts';
import { auditTables } from './core/audit/audit.feature.ts';
import type { TableData } from './core/feature.ts';
import type { EventMailDefinition } from './core/projects/event-mail.ts';
import type { EventMailKind, EventRules } from './core/projects/project-event.ts';
import { projectEvents, projectTables } from './core/projects/projects.feature.ts';
import { activityTables } from './features/activity/activity.feature.ts';
import { authTables } from './features/auth/auth.table.ts';
import { contractEvents, contractTables } from './features/contracts/contracts.feature.ts';
import { contractMails } from './features/contracts/contracts.mails.ts';
import { enquiryTables } from './features/enquiries/enquiries.feature.ts';
import { fileEvents, fileTables } from './features/files/files.feature.ts';
import { fileMails } from './features/files/files.mails.ts';
import { messageEvents, messageTables } from './features/messages/messages.feature.ts';
import { messageMails } from './features/messages/messages.mails.ts';
import { milestoneEvents, milestoneTables } from './features/milestones/milestones.feature.ts';
import { milestoneMails } from './features/milestones/milestones.mails.ts';
import { notificationTables } from './features/notifications/notifications.feature.ts';
import type { Database } from './platform/db/database.ts';

/*
 * What the features say of themselves, put together. Each record is complete by its type: an event without its rule, a mail
 * without its words or a table without a decision about personal data does not compile.
 */

/** What follows from each event of a project. */
export const EVENT_RULES: EventRules<ProjectEvents> = {
  ...projectEvents,
  ...contractEvents,
  ...milestoneEvents,
  ...messageEvents,
  ...fileEvents,
};

/** Every kind of mail about events. */
export const EVENT_MAILS: Record<EventMailKind, EventMailDefinition> = {
  ...contractMails,
  ...milestoneMails,
  ...messageMails,
  ...fileMails,
};

/** Which part of an account's own copy each table is in, or why in none. */
export const TABLE_DATA: Record<keyof Database, TableData> = {
  ...accountTables,
  ...authTables,
  ...projectTables,
  ...contractTables,
  ...milestoneTables,
  ...messageTables,
  ...fileTables,
  ...activityTables,
  ...enquiryTables,
  ...notificationTables,
  ...auditTables,
  mail_outbox: { exportedAs: 'mails' },
  mail_attachments: { notExported: 'Copies of files that are in the account’s copy themselves.' },
  stored_files: { notExported: 'Where the bytes of a file are; the file is in the account’s copy.' },
  job_leases: { notExported: 'Nothing about people.' },
  list_counts: { notExported: 'Nothing about people.' },
  monthly_figures: { notExported: 'Nothing about people.' },
  rate_limits: { notExported: 'Keys that expire within the hour.' },
};
