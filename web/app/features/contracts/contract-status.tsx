import type { ContractStatus } from '@atelier/domain/contracts/rules.ts';
import { Badge } from '../../ui/badge.tsx';

const statuses = {
  draft: { tone: 'neutral', label: 'Draft' },
  sent: { tone: 'info', label: 'Sent' },
  change_requested: { tone: 'warning', label: 'Change requested' },
  accepted: { tone: 'success', label: 'Accepted' },
} as const;

/** A contract's state in a word. */
export function ContractStatusBadge({ status }: { status: ContractStatus }) {
  return <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>;
}
