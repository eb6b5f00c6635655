import { dateInWords } from '@atelier/content/brief-summary.ts';
import type { DecisionKind } from '@atelier/domain/mail-decisions/rules.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import { mailedLink } from '../../platform/link-secret.ts';
import type { MailLink } from '../../platform/mail/layout.ts';
import type { DecisionLinkRow } from './mail-decisions.table.ts';

const LABELS: Record<DecisionKind, string> = {
  review: 'Decide without signing in',
  request: 'Send as done, without signing in',
};

/** The link as mails have it. */
export function decisionLink(
  { kind, expires_at }: Pick<DecisionLinkRow, 'kind' | 'expires_at'>,
  { publicUrl, token }: { publicUrl: string; token: string },
): MailLink {
  return {
    label: LABELS[kind],
    url: mailedLink(publicUrl, PAGES.decide, token),
    note: `It works once, until ${dateInWords(expires_at.slice(0, 10))}, and answers in your name: please don’t forward it.`,
  };
}
