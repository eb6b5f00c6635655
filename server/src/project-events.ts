import type { ProjectEvents } from '@atelier/domain/project-events.ts';
import type { EventMailDefinition } from './core/projects/event-mail.ts';
import type { EventMailKind, EventRules } from './core/projects/project-event.ts';
import { projectEvents } from './core/projects/projects.feature.ts';
import { contractEvents } from './features/contracts/contracts.feature.ts';
import { contractMails } from './features/contracts/contracts.mails.ts';
import { fileEvents } from './features/files/files.feature.ts';
import { fileMails } from './features/files/files.mails.ts';
import { messageEvents } from './features/messages/messages.feature.ts';
import { messageMails } from './features/messages/messages.mails.ts';
import { milestoneEvents } from './features/milestones/milestones.feature.ts';
import { milestoneMails } from './features/milestones/milestones.mails.ts';

/** What follows from each event of a project. The compiler refuses a kind that is left out. */
export const EVENT_RULES: EventRules<ProjectEvents> = {
  ...projectEvents,
  ...contractEvents,
  ...milestoneEvents,
  ...messageEvents,
  ...fileEvents,
};

/** Every kind of mail about events. The compiler refuses a kind that is left out. */
export const EVENT_MAILS: Record<EventMailKind, EventMailDefinition> = {
  ...contractMails,
  ...milestoneMails,
  ...messageMails,
  ...fileMails,
};
