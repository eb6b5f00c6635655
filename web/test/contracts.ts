import type { Contract, ContractDraft, StudioContract } from '@atelier/domain/contracts/schema.ts';
import type { DatedMilestone } from '@atelier/domain/contracts/suggested-terms.ts';
import type { ContractTerms } from '@atelier/domain/contracts/terms.ts';
import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';

/** An id by its number. */
export const idOf = (number: number) => `0193f5a0-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A submitted project of the signed-in user. */
export const project: Project = {
  _id: idOf(1),
  id: idOf(1),
  // The one that signIn() signs in.
  userId: idOf(1),
  email: 'ada@people.example',
  title: 'Website',
  status: 'submitted',
  stage: 'contract',
  step: 7,
  revision: 1,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  submittedAt: '2026-11-01T09:00:00.000Z',
  data: emptyBrief(),
  final: emptyBrief(),
  estimate: null,
  clientRole: 'contact',
};

export const milestones: DatedMilestone[] = [
  { id: idOf(11), title: 'Kickoff', due: null, status: 'pending' },
  { id: idOf(12), title: 'Design', due: null, status: 'pending' },
  { id: idOf(13), title: 'Launch', due: null, status: 'pending' },
];

export const terms: ContractTerms = {
  lines: [
    { id: idOf(21), title: 'Website', detail: 'Six pages', price: 12_000 },
    { id: idOf(22), title: 'SEO', detail: '', price: 700 },
    { id: idOf(23), title: 'Discount', detail: '', price: -200 },
  ],
  plan: {
    kind: 'halves',
    parts: [
      {
        id: idOf(31),
        label: 'when this contract is accepted',
        percent: 50,
        due: 'acceptance',
        milestoneId: null,
        date: null,
      },
      {
        id: idOf(32),
        label: 'at launch',
        percent: 50,
        due: 'milestone',
        milestoneId: idOf(13),
        date: null,
      },
    ],
  },
  start: '2027-01-04',
  finish: null,
  feedbackRounds: 2,
  clauses: [
    { id: idOf(41), title: 'Payment', text: 'In parts: {payments}.' },
    { id: idOf(42), title: 'Time', text: 'The dates move by as long as the studio waits.' },
  ],
};

export const draft: ContractDraft = {
  total: 12_500,
  source: 'made',
  link: '',
  terms,
  file: null,
  revision: 3,
  changedAt: '2026-11-20T09:00:00.000Z',
};

/** A contract that was never sent. */
export const studioContract: StudioContract = {
  status: 'draft',
  draft,
  isChanged: false,
  changes: [],
  missingLetters: '',
  versions: [],
  changeRequests: [],
  acceptance: null,
};

/** A first version, as its client sees it. */
export const contract: Contract = {
  version: 1,
  total: 12_500,
  totalWithChanges: 12_500,
  source: 'made',
  hash: 'a'.repeat(64),
  url: 'https://files.example/contract.pdf',
  sentAt: '2026-11-20T09:00:00.000Z',
  status: 'sent',
  acceptedAt: null,
  acceptedName: null,
  recordUrl: null,
  terms,
  changes: [],
  changeRequests: [],
};
