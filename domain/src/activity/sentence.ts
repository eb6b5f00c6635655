import type { EventFacts } from '../event-definition.ts';
import { PROJECT_EVENTS } from '../project-parts.ts';
import type { Activity } from './schema.ts';

/** The predicate that follows the actor's name: "approved “Design”". */
export function activityDeed(activity: EventFacts & Pick<Activity, 'kind'>): string {
  return PROJECT_EVENTS[activity.kind].deed(activity);
}

/** The whole sentence: "Ada approved “Design”." */
export function activitySentence(activity: EventFacts & Pick<Activity, 'kind' | 'actorName'>): string {
  return `${activity.actorName} ${activityDeed(activity)}.`;
}

/** The words with an event: a reason, or the beginning of a message. */
export function activityQuote({
  kind,
  subject,
  detail,
}: EventFacts & Pick<Activity, 'kind'>): string | undefined {
  if (kind === 'message_sent') return subject?.title || undefined;
  return typeof detail.reason === 'string' && detail.reason !== '' ? detail.reason : undefined;
}

/** True if the client did it with the link of an email, without signing in. */
export function isByMailLink({ detail }: Pick<EventFacts, 'detail'>): boolean {
  return detail.byMailLink === 1;
}
