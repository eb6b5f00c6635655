import type { ContractAcceptance, ContractVersion } from '@atelier/domain/contracts/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { ContractStatusBadge } from '../contract-status.tsx';

/** Who accepted what, when and from where, with the files of it. */
export function AcceptanceCard({
  acceptance,
  version,
}: {
  acceptance: ContractAcceptance;
  /** What was accepted. */
  version: ContractVersion | undefined;
}) {
  const facts: [label: string, value: string][] = [
    ['Typed name', acceptance.name ?? 'None typed'],
    ['Account', acceptance.email],
    ['When', formatDateTime(acceptance.acceptedAt)],
    ['From', acceptance.address],
    ['Browser', acceptance.userAgent ?? 'Not given'],
    ['Total', formatUsd(acceptance.total)],
    ['SHA-256', acceptance.hash],
  ];
  return (
    <Card
      title={`Version ${acceptance.version} is accepted`}
      actions={<ContractStatusBadge status="accepted" />}
    >
      <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="grid grid-cols-1 sm:col-span-2 sm:grid-cols-subgrid">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="mb-2 min-w-0 wrap-anywhere sm:mb-0">
              <bdi className={label === 'SHA-256' ? 'font-mono text-xs' : undefined}>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {version?.url && (
          <li>
            <SafeLink href={version.url}>The contract that was accepted</SafeLink>
          </li>
        )}
        {acceptance.recordUrl && (
          <li>
            <SafeLink href={acceptance.recordUrl}>The record of acceptance</SafeLink>
          </li>
        )}
      </ul>
    </Card>
  );
}
