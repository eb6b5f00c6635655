import type { Contract } from '@atelier/domain/contracts/schema.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { milestoneAnchor } from '../../../features/milestones/milestone-anchor.ts';
import { formatDate } from '../../../lib/format.ts';
import { counted, shorten, type WaitingItem } from './waiting-item.ts';

/** What a client has to do in an open project: accept, approve, answer. */
export function clientWaiting({
  contract,
  milestones,
  unread,
}: {
  contract: Pick<Contract, 'status' | 'version' | 'sentAt'> | null;
  milestones: readonly Pick<Milestone, '_id' | 'title' | 'status' | 'statusAt'>[];
  /** Messages of the studio that they have not read. */
  unread: number;
}): WaitingItem[] {
  const items: WaitingItem[] = [];
  if (contract?.status === 'sent') {
    items.push({
      key: 'contract',
      title: contract.version > 1 ? 'A new version of the contract' : 'The contract',
      detail: `Version ${contract.version}, sent ${formatDate(contract.sentAt)}: read it, then accept it or ask for a change.`,
      tab: 'contract',
    });
  }
  const reviews = milestones
    .filter(({ status }) => status === 'in_review')
    .map(
      (milestone): WaitingItem => ({
        key: milestone._id,
        title: `Review “${milestone.title}”`,
        detail: `Ready since ${formatDate(milestone.statusAt)}: approve it or say what should change.`,
        tab: 'milestones',
        anchor: milestoneAnchor(milestone._id),
      }),
    );
  items.push(
    ...shorten(reviews, (count) => ({
      key: 'reviews',
      title: `${count} more milestones to review`,
      detail: 'They’re all in the plan.',
      tab: 'milestones',
    })),
  );
  if (unread > 0) {
    items.push({
      key: 'messages',
      title: counted(unread, 'unread message'),
      detail: 'Read them, and reply right there.',
      tab: 'feedback',
    });
  }
  return items;
}
