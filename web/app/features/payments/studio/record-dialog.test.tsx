import { api } from '@atelier/domain/api.ts';
import { recordPaymentSchema } from '@atelier/domain/payments/schema.ts';
import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import { localDay } from '../../../lib/format.ts';
import { RecordDialog } from './record-dialog.tsx';

const PROJECT_ID = '0193f5a0-0000-7000-8000-000000000001';
const invoice = { id: '0193f5a0-0000-7000-8000-000000000002', number: '2026-0001', open: 450_000 };

signIn();
const product = startTestApi();
const onDone = vi.fn();
const open = () =>
  renderScreen(
    <RecordDialog
      projectId={PROJECT_ID}
      invoice={invoice}
      isOpen
      onClose={() => {}}
      onDone={onDone}
      finalFocus={createRef()}
    />,
  );
const amount = () => page.getByRole('textbox', { name: 'Amount in US dollars' });
const record = () => page.getByRole('button', { name: 'Record the payment' }).click();
const sent = () => product.api.sent(api.recordPayment).map((body) => recordPaymentSchema.parse(body));

describe('RecordDialog', () => {
  it('begins with what is open and today, and says what is beyond it', async () => {
    await open();
    await expect.element(amount()).toHaveValue('4,500.00');
    await expect.element(page.getByText('That pays the invoice in full.')).toBeVisible();
    await amount().fill('4,510');
    await expect
      .element(page.getByText('$10.00 more than is left to pay: it becomes a credit.'))
      .toBeVisible();
    product.api.answer(api.recordPayment, { items: [] });
    await page.getByRole('textbox', { name: /^Bank fee/ }).fill('2.5');
    await record();
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith('Recorded $4,510.00 for invoice 2026-0001.'));
    expect(sent()).toMatchObject([
      { amount: 451_000, fee: 250, method: 'transfer', on: localDay(), reference: '', note: '' },
    ]);
  });

  it('says what is wrong at its field and sends nothing', async () => {
    await open();
    for (const [typed, problem] of [
      ['', 'Enter an amount.'],
      ['1.005', 'Enter at most two decimals.'],
      ['0', 'Enter more than 0.'],
    ] as const) {
      await amount().fill(typed);
      await record();
      await expect.element(page.getByText(problem)).toBeVisible();
    }
    expect(sent()).toEqual([]);
  });

  it('sends the same payment again with its key after a lost reply, and another one with a key of its own', async () => {
    await open();
    await amount().fill('100');
    await record();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to record the payment.');
    await expect.element(amount()).toHaveValue('100');
    await record();
    await vi.waitFor(() => expect(sent()).toHaveLength(2));
    await amount().fill('200');
    await record();
    await vi.waitFor(() => expect(sent()).toHaveLength(3));
    const [first, again, other] = sent().map(({ key }) => key);
    expect(first).toBeDefined();
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});
