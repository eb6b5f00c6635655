/** What an event carries: texts and numbers by name. */
export type EventDetail = Record<string, string | number | null>;

/** The detail of an event that carries nothing but its subject. */
export type NoDetail = Record<never, never>;

/** What a recorded event says of what it is about. A row of an older version may lack any fact. */
export interface EventFacts {
  subject: { id: string; title: string } | null;
  detail: EventDetail;
}

/** What both sides read about an event, and which open screens it makes out of date. */
export interface EventDefinition<Changed extends string = string> {
  /** What was done, after the name of who did it: "approved “Design”". */
  deed(facts: EventFacts): string;
  /** What it changes beside the project's activity: `ChangedPart` in `project-parts.ts`. */
  changes: readonly Changed[];
}

/** A definition for each kind of event that a noun has. */
export type EventDefinitions<Events> = Record<keyof Events, EventDefinition>;

/** How a kind of mail that people can turn off is named in their settings. */
export interface NotificationWords {
  /** What such a mail is about, for either side: after "mails about". */
  about: string;
  /** As a client's setting; without it a client never gets such a mail, or always does. */
  client?: string;
  /** As a setting of the studio; without it the studio never gets such a mail, or always does. */
  studio?: string;
}

/** The title of what an event is about, in quotation marks. */
export const quotedTitle = ({ subject }: Pick<EventFacts, 'subject'>) => `“${subject?.title || 'untitled'}”`;

/** A number of the detail; undefined where the row has none. */
export function numberIn(detail: EventDetail, name: string): number | undefined {
  const value = detail[name];
  return typeof value === 'number' ? value : undefined;
}
