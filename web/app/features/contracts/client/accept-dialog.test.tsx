import { api } from '@atelier/domain/api.ts';
import type { Contract } from '@atelier/domain/contracts/schema.ts';
import type { BillingDetails } from '@atelier/domain/invoices/schema.ts';
import { createRef } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import { AcceptDialog } from './accept-dialog.tsx';

const PROJECT_ID = '0193f5a0-0000-7000-8000-000000000001';
const contract: Contract = {
  version: 1,
  total: 12_500,
  totalWithChanges: null,
  source: 'made',
  hash: 'a'.repeat(64),
  url: null,
  sentAt: '2026-11-20T09:00:00.000Z',
  status: 'sent',
  acceptedAt: null,
  acceptedName: null,
  recordUrl: null,
  terms: null,
  changes: [],
  changeRequests: [],
};

signIn();
const product = startTestApi();

/** Opens the dialog and signs. */
async function open(billing: BillingDetails | undefined) {
  await renderScreen(
    <AcceptDialog
      projectId={PROJECT_ID}
      contract={contract}
      asked={1}
      billing={billing}
      isOpen
      onClose={() => {}}
      finalFocus={createRef()}
    />,
  );
  await page.getByRole('textbox', { name: /^Your full name/ }).fill('Ada Lovelace');
}
const accept = () => page.getByRole('button', { name: 'Accept version 1' }).click();
const field = (name: RegExp) => page.getByRole('textbox', { name });
const sent = () => product.api.sent(api.acceptContract);

describe('AcceptDialog', () => {
  it('sends whom the invoices are for as they stand', async () => {
    await open({ name: 'Acme', address: '', taxId: '' });
    await expect.element(field(/^Company or name/)).toHaveValue('Acme');
    await accept();
    await expect
      .poll(sent)
      .toEqual([{ version: 1, name: 'Ada Lovelace', billing: { name: 'Acme', address: '', taxId: '' } }]);
  });

  it('sends what the client changed, and keeps it after a failure', async () => {
    await open({ name: 'Acme', address: '1 Road', taxId: '' });
    await field(/^Company or name/).fill('Acme Holding');
    await field(/^Tax ID/).fill('12-3456');
    await accept();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to accept.');
    await expect.element(field(/^Company or name/)).toHaveValue('Acme Holding');
    const billing = { name: 'Acme Holding', address: '1 Road', taxId: '12-3456' };
    expect(sent()).toEqual([{ version: 1, name: 'Ada Lovelace', billing }]);
  });

  it('says what is too long, and sends nothing', async () => {
    await open({ name: 'Acme', address: '', taxId: '' });
    await field(/^Tax ID/).fill('1'.repeat(61));
    await accept();
    await expect.element(page.getByText('Use 60 characters or fewer.')).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('leaves the billing details alone while they aren’t known', async () => {
    await open(undefined);
    await accept();
    await expect.poll(sent).toEqual([{ version: 1, name: 'Ada Lovelace' }]);
  });
});
