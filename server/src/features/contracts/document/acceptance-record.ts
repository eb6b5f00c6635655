import { mailColors, studio } from '@atelier/content/studio.ts';
import type { ContractSource } from '@atelier/domain/contracts/rules.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { capitalize } from '@atelier/domain/text.ts';
import { type ComposedDocument, longDate, type Sheet, SOFT_INK } from '../../../core/documents/sheet.ts';

/** The contents of the record. */
export interface AcceptanceFacts {
  projectTitle: string;
  projectId: string;
  /** "version 2 of the contract", or the change order. */
  what: string;
  source: ContractSource;
  link: string | null;
  /** Of the document's bytes, or of the link. */
  sha256: string;
  total: number | null;
  typedName: string | null;
  email: string;
  address: string;
  userAgent: string | null;
  acceptedAt: string;
}

/** The record of an acceptance as a document: who accepted what, when and from where. */
export function acceptanceRecord(facts: AcceptanceFacts): ComposedDocument {
  return {
    facts: {
      title: `Record of acceptance: ${facts.projectTitle}`,
      author: studio.name,
      date: facts.acceptedAt,
      accent: mailColors.light.accent,
      foot: `${studio.name} · Record of acceptance`,
    },
    compose: (sheet) => setRecord(sheet, facts),
  };
}

function setRecord(sheet: Sheet, facts: AcceptanceFacts): void {
  const { acceptedAt, what, projectTitle, typedName, email } = facts;
  sheet.letterhead(studio.name, studio.tagline);
  sheet.text('Record of acceptance', { hand: 'display', size: 26 });
  sheet.text(`${projectTitle} · ${longDate(acceptedAt)}`, { size: 11, color: SOFT_INK });
  sheet.space(16);
  sheet.paragraph(
    `The client of this project accepted ${what} in the portal of ${studio.name}. Neither side can change this record or that document.`,
  );
  sheet.heading('What was accepted');
  sheet.facts([
    ['Project', `${projectTitle} (${facts.projectId})`],
    ['Accepted', capitalize(what)],
    ['Total', formatUsd(facts.total)],
    ...(facts.link ? [['Contract', facts.link] as const] : []),
    [facts.source === 'link' ? 'SHA-256 of the link' : 'SHA-256 of the file', facts.sha256],
  ]);
  sheet.heading('By whom');
  sheet.facts([
    ['Name, as typed', typedName ?? 'None typed'],
    ['Account', email],
  ]);
  sheet.heading('When and from where');
  sheet.facts([
    ['Time (UTC)', acceptedAt],
    ['Address', facts.address],
    ['Browser', facts.userAgent ?? 'Not given'],
  ]);
  sheet.space(14);
  sheet.text(
    facts.source === 'link'
      ? 'The contract is at the link above, outside the portal: keep a copy of it with this record.'
      : 'Anyone with the contract’s file can check it: its SHA-256 checksum matches the one above only if not a single character has changed.',
    { size: 9, color: SOFT_INK },
  );
}
