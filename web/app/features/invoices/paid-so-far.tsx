import type { Invoice, PlannedPayment } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { Link } from '../../lib/pages/links.ts';
import { useTabLink } from '../../lib/pages/project-view.ts';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { paidOfPlan } from './invoice-words.ts';

/** How much of what was agreed is paid, with the way to the invoices; nothing without planned payments. */
export default function PaidSoFar({
  plan,
  invoices,
}: {
  plan: readonly PlannedPayment[];
  invoices: readonly Invoice[];
}) {
  const linkTo = useTabLink();
  if (plan.length === 0) return null;
  const { paid, planned } = paidOfPlan(plan, invoices);
  return (
    <Card>
      <Progress
        label="Paid"
        value={planned === 0 ? 100 : (paid / planned) * 100}
        text={`${formatCents(paid)} of ${formatCents(planned)}`}
      />
      <p className="text-sm">
        <Link to={linkTo('invoices')} className="underline">
          Invoices and payment plan
        </Link>
      </p>
    </Card>
  );
}
