import type { Activity, ActivityKind } from './schema.ts';

type Facts = Pick<Activity, 'subject' | 'detail'>;

const title = ({ subject }: Facts) => `“${subject?.title || 'untitled'}”`;
const number = (value: string | number | null | undefined) => (typeof value === 'number' ? value : undefined);

/** What a move of a milestone to each state is called; another state is told as it stands. */
const MOVES: Record<string, (name: string) => string> = {
  pending: (name) => `set ${name} back to pending`,
  in_progress: (name) => `started ${name}`,
  in_review: (name) => `sent ${name} for review`,
  needs_changes: (name) => `asked for changes to ${name}`,
  approved: (name) => `approved ${name}`,
  blocked: (name) => `marked ${name} as blocked`,
  cancelled: (name) => `cancelled ${name}`,
};

/** A move; says so if it published a draft. */
function moveWords(facts: Facts): string {
  const move = MOVES[String(facts.detail.to)] ?? ((name: string) => `moved ${name}`);
  return facts.detail.published === 1 ? `published ${title(facts)} and ${move('it')}` : move(title(facts));
}

/** The name of a status within a sentence. */
const statusWords = (status: unknown) => String(status).replaceAll('_', ' ');

const DEEDS: Record<ActivityKind, (facts: Facts) => string> = {
  project_submitted: () => 'submitted the brief',
  project_archived: () => 'archived the project',
  project_restored: () => 'took the project out of the archive',
  contract_sent: ({ detail }) =>
    (number(detail.version) ?? 1) > 1
      ? `sent a revised contract (version ${detail.version})`
      : 'sent the contract',
  contract_accepted: ({ detail }) =>
    number(detail.version) ? `accepted the contract (version ${detail.version})` : 'accepted the contract',
  contract_change_requested: () => 'asked for a change to the contract',
  milestones_published: ({ detail }) => {
    const count = number(detail.count);
    if (count === undefined) return 'published the plan';
    return `published ${count} ${count === 1 ? 'milestone' : 'milestones'}`;
  },
  milestone_added: (facts) => `added the milestone ${title(facts)}`,
  milestone_changed: (facts) => `changed the milestone ${title(facts)}`,
  milestone_moved: moveWords,
  milestone_undone: (facts) => `undid a change: ${title(facts)} is ${statusWords(facts.detail.to)} again`,
  milestone_deleted: (facts) => `deleted the milestone ${title(facts)}`,
  milestones_reordered: () => 'changed the order of the milestones',
  message_sent: () => 'wrote a message',
  file_added: (facts) => `added the file ${title(facts)}`,
  file_replaced: (facts) => `replaced the file ${title(facts)} with a new version`,
  file_deleted: (facts) => `deleted the file ${title(facts)}`,
};

/** What was done, after the name of who did it: "approved “Design”". */
export function activityDeed(activity: Facts & Pick<Activity, 'kind'>): string {
  return DEEDS[activity.kind](activity);
}

/** The whole sentence: "Ada approved “Design”." */
export function activitySentence(activity: Facts & Pick<Activity, 'kind' | 'actorName'>): string {
  return `${activity.actorName} ${activityDeed(activity)}.`;
}

/** What was said with it in somebody's own words: a reason, or the beginning of a message. */
export function activityQuote({ kind, subject, detail }: Facts & Pick<Activity, 'kind'>): string | undefined {
  if (kind === 'message_sent') return subject?.title || undefined;
  return typeof detail.reason === 'string' && detail.reason !== '' ? detail.reason : undefined;
}
