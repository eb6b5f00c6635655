import { studio } from '@atelier/content/studio.ts';
import { greetingName } from '@atelier/domain/accounts/rules.ts';
import type { NoDetail } from '@atelier/domain/event-definition.ts';
import type { ClientRole } from '@atelier/domain/people/rules.ts';
import type { NotificationKind, ProjectEventKind, ProjectEvents } from '@atelier/domain/project-parts.ts';
import type { MonthlyMetric, ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { ReminderNotificationKind } from '@atelier/domain/reminders/notifications.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import type { Actor, ProjectAccess } from '../access/access.ts';
import { findAccount } from '../accounts/accounts.repository.ts';

/** The actor of a change to a project, with their side and network address. */
export interface ProjectActor {
  accountId: string;
  email: string;
  /** As the call's access check read it; looked up if absent. */
  name?: string;
  side: ProjectSide;
  /** Their role on the client's side when the call was let in. */
  clientRole?: ClientRole;
  /** Acts with the link of a mail, without a session; each of its records says so. */
  isByMailLink?: true;
  /** The network address, kept with the event's record. */
  address: string;
}

/** The studio where nobody acts: what a day or a plan brings about. */
export const STUDIO_ITSELF: ProjectActor = {
  accountId: '',
  email: '',
  name: studio.name,
  side: 'studio',
  address: '',
};

/** One event of a project. `detail` has the facts of its kind, for the record and the mail. */
type EventOfKind<Kind extends ProjectEventKind> = EventFactsOfKind<Kind> &
  (keyof ProjectEvents[Kind] extends never ? { detail?: NoDetail } : { detail: ProjectEvents[Kind] });

interface EventFactsOfKind<Kind extends ProjectEventKind> {
  /** The id of its record, if something refers to it later. */
  id?: string;
  projectId: string;
  kind: Kind;
  by: ProjectActor;
  /** The subject with its title at this moment; it may be renamed or deleted later. */
  subject?: { id: string; title: string };
  /** True if only the studio sees the record. */
  studioOnly?: boolean;
}

/** Any event of a project. */
export type ProjectEvent = { [Kind in ProjectEventKind]: EventOfKind<Kind> }[ProjectEventKind];

/** An event before its project and its actor are known. */
export type EventDraft<Kind extends ProjectEventKind = ProjectEventKind> = {
  [Each in Kind]: Omit<EventOfKind<Each>, 'projectId' | 'by'>;
}[Kind];

/**
 * Records an event of a project in the transaction of the change. A feature calls it for each of its
 * changes; the activity's row, the live event, the metrics and the mails that follow are none of its
 * concern.
 */
export type RecordEvent = (trx: Trx, event: ProjectEvent) => Promise<void>;

/** A mail about an event: its kind, and the side that gets it. A submitted brief and reminders have mails of their own. */
export interface EventMail {
  kind: EventMailKind;
  side: ProjectSide;
}
export type EventMailKind = Exclude<NotificationKind, 'project_submitted' | ReminderNotificationKind>;

/** The effects of each of a noun's events. Both parts are required, so that none is forgotten. */
export type EventRules<Events> = {
  [Kind in keyof Events & ProjectEventKind]: {
    /** Its contribution to the studio's monthly metrics. */
    metrics: 'none' | ((event: EventOfKind<Kind>) => Partial<Record<MonthlyMetric, number>>);
    /** The recipients of a mail about it. */
    mails: 'none' | ((event: EventOfKind<Kind>) => readonly EventMail[]);
  };
};

/** A mail to the side that didn't cause the event. */
export const mailOtherSide =
  (kind: EventMailKind) =>
  ({ by }: { by: ProjectActor }): readonly EventMail[] => [
    { kind, side: by.side === 'client' ? 'studio' : 'client' },
  ];

/** The actor of a call on a project. An admin on a project's client's side acts as such on the client's calls. */
export function projectActor(call: {
  actor: Actor;
  client: ClientFacts;
  project: Pick<ProjectAccess, 'clientRole'> | undefined;
}): ProjectActor {
  const clientRole = call.project?.clientRole;
  return {
    accountId: call.actor.accountId,
    email: call.actor.email,
    name: greetingName(call.actor),
    ...(clientRole ? { side: 'client', clientRole } : { side: 'studio' }),
    address: call.client.address,
  };
}

/** The actor's name at this moment, for what keeps it. */
export async function findActorName(trx: Trx, by: ProjectActor): Promise<string> {
  if (by.name !== undefined) return by.name;
  const account = await findAccount(trx, by.accountId);
  return greetingName({ username: account?.username ?? null, email: by.email });
}
