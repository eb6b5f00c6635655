/** An event's details: texts and numbers by name. */
export type EventDetail = Record<string, string | number | null>;

/** The details of an event that has nothing but its subject. */
export type NoDetail = Record<never, never>;

/** A recorded event's details. A row of an older version may lack any fact. */
export interface EventFacts {
  subject: { id: string; title: string } | null;
  detail: EventDetail;
}

/** An event's sentence, and the open screens it makes outdated. */
export interface EventDefinition<Changed extends string = string> {
  /** The predicate that follows the actor's name: "approved “Design”". */
  deed(facts: EventFacts): string;
  /** The parts it changes besides the project's activity: `ChangedPart` in `project-parts.ts`. */
  changes: readonly Changed[];
}

/** A definition for each kind of a noun's events. */
export type EventDefinitions<Events> = Record<keyof Events, EventDefinition>;

/** The settings' texts for a kind of mail that users can turn off. */
export interface NotificationWords {
  /** The subject of such a mail, for either side: after "mails about". */
  about: string;
  /** The client's setting; without it clients never get such a mail, or always do. */
  client?: string;
  /** True if on the client's side only those who decide get it, as it asks for a decision or is about money. */
  isForDeciders?: true;
  /** The studio's setting; without it the studio never gets such a mail, or always does. */
  studio?: string;
}

/** The title of an event's subject, in quotation marks. */
export const quotedTitle = ({ subject }: Pick<EventFacts, 'subject'>) => `“${subject?.title || 'untitled'}”`;

/** A number in the details; undefined if the row has none. */
export function numberIn(detail: EventDetail, name: string): number | undefined {
  const value = detail[name];
  return typeof value === 'number' ? value : undefined;
}
