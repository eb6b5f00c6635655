/*
 * Decisions from the mail: a link in an email opens a page that shows one thing and takes one answer, without a sign-in.
 */

/** What can be answered: a milestone in review, or a request of the studio's. */
export const DECISION_KINDS = ['review', 'request'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

export const DECISION_ANSWERS = ['approve', 'needs_changes', 'done'] as const;
export type DecisionAnswer = (typeof DECISION_ANSWERS)[number];

/** The answers that each kind takes. */
export const ANSWERS_OF: Readonly<Record<DecisionKind, readonly DecisionAnswer[]>> = {
  review: ['approve', 'needs_changes'],
  request: ['done'],
};

/** How long a link can be used, in days. */
export const DECISION_LINK_DAYS = 14;

/** The most words with an answer. */
export const DECISION_WORDS_MAX = 5_000;

/**
 * What a link can still do:
 * - `open`: it takes an answer
 * - `used`: it has taken one
 * - `expired`: its days are over
 * - `changed`: the thing was answered, changed or taken back since, or its project is archived
 * - `sign_in`: its person has to sign in for it
 */
export const DECISION_STATES = ['open', 'used', 'expired', 'changed', 'sign_in'] as const;
export type DecisionState = (typeof DECISION_STATES)[number];

/** Why a link takes no answer, as a sentence for its person. */
export const decisionRefusals: Record<Exclude<DecisionState, 'open'>, string> = {
  used: 'This link has already been used, and works only once.',
  expired: `This link has expired: it works for ${DECISION_LINK_DAYS} days.`,
  changed: 'This has changed since the email was sent, so nothing was done. Take a look at it in the portal.',
  sign_in: 'Please sign in for this: it can’t be done with a link from an email.',
};
