import type { ReactNode } from 'react';
import { mailLink } from '../../../lib/contact-links.ts';
import { Card } from '../../../ui/card.tsx';

/** As many names of those who decide as are told apart at a glance; the brief below has them all. */
const SHOWN_NAMES = 5;

/** Who is in a project. What somebody has not told is left out. */
export function PeopleCard({
  people,
  decisionMakers,
}: {
  people: readonly { label: string; value: ReactNode }[];
  decisionMakers: readonly { name: string; role: string }[];
}) {
  const deciding = decisionMakers.filter(({ name, role }) => name || role);
  return (
    <Card title="People" className="print:hidden">
      <dl className="grid grid-cols-1 gap-4">
        {people.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-ink-faint">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        {deciding.length > 0 && (
          <div>
            <dt className="text-sm text-ink-faint">Who decides</dt>
            {deciding.slice(0, SHOWN_NAMES).map(({ name, role }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what was typed may repeat, and never moves
              <dd key={index} className="wrap-anywhere">
                {name || role}
                {name && role && <span className="text-ink-soft">, {role}</span>}
              </dd>
            ))}
            {deciding.length > SHOWN_NAMES && (
              <dd className="text-ink-soft">and {deciding.length - SHOWN_NAMES} more, in the brief</dd>
            )}
          </div>
        )}
      </dl>
    </Card>
  );
}

/** An address to write to. */
export function MailAddress({ address }: { address: string }) {
  return (
    <a
      href={mailLink(address)}
      className="underline decoration-edge underline-offset-4 hover:decoration-accent"
    >
      {address}
    </a>
  );
}
