import { ENQUIRY_STATUSES, type EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Tone } from '../../../ui/tone.ts';

const labels: Record<EnquiryStatus | 'all', string> = {
  all: 'All',
  new: 'New',
  read: 'Read',
  archived: 'Archived',
};
const tones: Record<EnquiryStatus, Tone> = { new: 'accent', read: 'neutral', archived: 'neutral' };

/** The inbox's filter, in the order it is shown. */
export const enquiryFilter = { choices: ['all', ...ENQUIRY_STATUSES], initial: 'all' } as const;
export const enquiryFilterChoices = enquiryFilter.choices.map((value) => ({ value, label: labels[value] }));

/** An enquiry's status in a word. */
export function EnquiryStatusBadge({ status }: { status: EnquiryStatus }) {
  return <Badge tone={tones[status]}>{labels[status]}</Badge>;
}
