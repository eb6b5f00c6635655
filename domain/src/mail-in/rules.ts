/** What became of a mail that arrived. `received` ones are about to be read. */
export const MAIL_STATES = ['received', 'posted', 'quarantined', 'discarded'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Those a studio can look for. */
export const MAIL_FILTERS = ['all', 'posted', 'quarantined', 'discarded'] as const;
export type MailFilter = (typeof MAIL_FILTERS)[number];

/** Why a mail wasn't posted, in words for the owner. */
export const MAIL_REASONS = {
  unproven: 'Nothing proves that the sender’s domain sent this.',
  other_sender: 'It came from another address than the one the email was sent to.',
  no_access: 'The person it was sent to can no longer write here.',
  second_factor: 'Its sender signs in with a second factor, which no email shows.',
  project_closed: 'The project is archived.',
  unreadable: 'It’s damaged, or too complicated to read.',
  refused: 'It couldn’t be posted as a message.',
  auto_reply: 'An automatic reply, such as an out-of-office note.',
  maybe_automatic: 'It looks like an automatic reply, such as an out-of-office note.',
  receipt: 'A receipt: the email was delivered or shown.',
  calendar: 'An answer that a calendar sent.',
  sealed: 'It’s signed or encrypted as a whole (S/MIME or PGP), so its words can’t be read here.',
  bounce: 'A mail server’s report about a failed delivery.',
  list: 'From a mailing list or a newsletter.',
  loop: 'One of our own emails that came back.',
  duplicate: 'It arrived before.',
  empty: 'It says nothing beyond what it quotes.',
  unknown_address: 'The address it was sent to no longer exists.',
} as const;
export type MailReason = keyof typeof MAIL_REASONS;
export const MAIL_REASON_KEYS = Object.keys(MAIL_REASONS) as [MailReason, ...MailReason[]];

/** Whether the sender of a message that came by mail was proven. */
export const MAIL_PROOFS = ['proven', 'unproven'] as const;
export type MailProof = (typeof MAIL_PROOFS)[number];

/** How much of a whole mail the back office shows, in characters. */
export const SHOWN_SOURCE_MAX = 100_000;

/** Whether the studio can post a mail by hand: it is quarantined for something that the owner can judge. */
export function canPostByHand({ state, reason }: { state: MailState; reason: MailReason | null }): boolean {
  return (
    state === 'quarantined' &&
    (reason === 'unproven' ||
      reason === 'other_sender' ||
      reason === 'second_factor' ||
      reason === 'project_closed' ||
      reason === 'refused' ||
      reason === 'maybe_automatic' ||
      reason === 'calendar' ||
      reason === 'empty')
  );
}
