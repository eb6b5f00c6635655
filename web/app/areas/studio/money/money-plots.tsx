import { formatCents } from '@atelier/domain/money/rules.ts';
import type { Money } from '@atelier/domain/money/schema.ts';
import { MetricCard } from '../plots/metric-card.tsx';
import { compactUsd, ink, Legend, MonthBars } from '../plots/month-bars.tsx';
import { monthName } from '../plots/plot-words.ts';

const amounts = {
  axisWidth: 56,
  formatTick: (cents: number) => compactUsd.format(cents / 100),
  formatValue: formatCents,
} as const;

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** What should arrive in the next months, and what arrived in the last ones. */
export default function MoneyPlots({ money: { expected, undated, paid } }: { money: Money }) {
  const coming = total(expected.map(({ invoiced, planned }) => invoiced + planned));
  const received = total(paid.map(({ amount }) => amount));
  const fees = total(paid.map((month) => month.fees));
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
      <MetricCard
        title="Expected"
        total={formatCents(coming)}
        note="in the next twelve months"
        isEmpty={coming === 0}
        legend={
          <Legend
            entries={[
              { label: 'Sent invoices', isMain: true },
              { label: 'Signed plans', isMain: false },
            ]}
          />
        }
        foot={undated > 0 && `Plus ${formatCents(undated)} of signed plans, without a date or later.`}
        table={{
          columns: ['Month', 'Sent invoices', 'Signed plans'],
          rows: expected.map(({ month, invoiced, planned }) => [
            monthName(month),
            formatCents(invoiced),
            formatCents(planned),
          ]),
        }}
      >
        <MonthBars
          {...amounts}
          months={expected}
          isStacked
          bars={[
            { metric: 'invoiced', label: 'Sent invoices', fill: ink.main },
            { metric: 'planned', label: 'Signed plans', fill: ink.other },
          ]}
        />
      </MetricCard>
      <MetricCard
        title="Paid"
        total={formatCents(received)}
        note="in the last twelve months"
        isEmpty={paid.every(({ amount, fees: kept }) => amount === 0 && kept === 0)}
        foot={fees > 0 && `Banks and card providers kept ${formatCents(fees)} of it.`}
        table={{
          columns: ['Month', 'Paid', 'Fees'],
          rows: paid.map((month) => [
            monthName(month.month),
            formatCents(month.amount),
            formatCents(month.fees),
          ]),
        }}
      >
        <MonthBars
          {...amounts}
          months={paid}
          bars={[{ metric: 'amount', label: 'Paid', fill: ink.main }]}
          also={[{ metric: 'fees', label: 'Fees' }]}
        />
      </MetricCard>
    </div>
  );
}
