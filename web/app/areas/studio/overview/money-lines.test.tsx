import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../../test/product.tsx';
import { countMoneyTasks, MoneyLines } from './money-lines.tsx';

const none = { amount: 0, count: 0 };

it('MoneyLines links only what there is to its invoices', async () => {
  await renderScreen(<MoneyLines money={{ overdue: { amount: 120_000, count: 2 }, drafts: none }} />);
  const link = page.getByRole('link');
  await expect.element(link).toHaveTextContent('2 overdue invoices, $1,200.00');
  await expect.element(link).toHaveAttribute('href', '/admin/money?state=overdue#invoices');
});

it('countMoneyTasks counts both kinds, and nothing before they are known', () => {
  const money = { overdue: { amount: 1, count: 2 }, drafts: { amount: 1, count: 1 } };
  expect([countMoneyTasks(money), countMoneyTasks(undefined)]).toEqual([3, 0]);
});
