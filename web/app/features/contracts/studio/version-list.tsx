import type { ContractVersion } from '@atelier/domain/contracts/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';

const SOURCES = { made: 'made from the brief', upload: 'your own PDF', link: 'a link' } as const;

/** What was sent, newest first. None of it changes any more. */
export function VersionList({ versions }: { versions: readonly ContractVersion[] }) {
  if (versions.length === 0) return null;
  return (
    <Card title="Versions sent">
      <ol aria-label="Versions" className="-my-3 grid grid-cols-1">
        {versions.map((version) => (
          <li
            key={version.version}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-3 last:border-b-0"
          >
            <div className="grid min-w-0">
              <p className="font-semibold">
                Version {version.version} · <span className="tabular-nums">{formatUsd(version.total)}</span>
              </p>
              <p className="text-sm text-ink-soft">
                {formatDateTime(version.sentAt)} · {SOURCES[version.source]}
              </p>
            </div>
            {version.url && (
              <SafeLink href={version.url} className="inline-flex min-h-11 items-center">
                Open version {version.version}
              </SafeLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
