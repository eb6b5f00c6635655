import { studio } from './studio.ts';

/**
 * How to report a security problem: `/.well-known/security.txt` and the page `/security-policy` are made of it, and `SECURITY.md`
 * names the same address.
 */
export const securityContact = {
  /** Someone reads it who can act on a report. */
  email: studio.email,
  /** The languages that reports may be in, by their codes. */
  languages: ['en'],
  /** When a report gets its first answer, as the page promises it. */
  replyTime: 'within three business days',
  /** How long a finding is kept between the two of you, so that it can be fixed first. */
  disclosure: '90 days',
} as const;
