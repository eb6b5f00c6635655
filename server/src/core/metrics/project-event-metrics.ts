import type { MonthlyFigure } from '@atelier/domain/projects/rules.ts';
import type { Happening } from '../projects/project-event.ts';

/** What something that happened to a project adds to the studio's figures. */
export function figuresOf({ kind, detail = {} }: Happening): Partial<Record<MonthlyFigure, number>> {
  switch (kind) {
    case 'project_submitted':
      return { submissions: 1 };
    case 'contract_sent':
      // A contract that is revised and sent again is the same contract.
      return detail.version === 1 ? { contracts_sent: 1 } : {};
    case 'contract_accepted':
      return { contracts_accepted: 1, accepted_usd: numberOf(detail.total) };
    case 'milestone_moved':
      return detail.to === 'approved'
        ? { approvals: 1, approval_seconds: numberOf(detail.waitedSeconds) }
        : {};
    default:
      return {};
  }
}

function numberOf(value: string | number | null | undefined): number {
  return typeof value === 'number' ? Math.round(value) : 0;
}
