/** What an event carries: texts and numbers by name. */
export type EventDetail = Record<string, string | number | null>;

/** The detail of an event that carries nothing but its subject. */
export type NoDetail = Record<never, never>;

/** What a recorded event says of what it is about. A row of an older version may lack any fact. */
export interface EventFacts {
  subject: { id: string; title: string } | null;
  detail: EventDetail;
}

/** What was done, after the name of who did it: "approved “Design”". */
export type Deed = (facts: EventFacts) => string;

/** A deed for each kind of event that a noun has. */
export type Deeds<Events> = Record<keyof Events, Deed>;

/** The title of what an event is about, in quotation marks. */
export const quotedTitle = ({ subject }: Pick<EventFacts, 'subject'>) => `“${subject?.title || 'untitled'}”`;

/** A number of the detail; undefined where the row has none. */
export function numberIn(detail: EventDetail, name: string): number | undefined {
  const value = detail[name];
  return typeof value === 'number' ? value : undefined;
}
