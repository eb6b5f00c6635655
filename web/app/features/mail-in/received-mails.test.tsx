import { api } from '@atelier/domain/api.ts';
import type { BouncedAddress, InboundMail } from '@atelier/domain/mail-in/schema.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test/accessibility.ts';
import { renderScreen, startTestApi } from '../../../test/product.tsx';
import ToastRegion from '../../ui/feedback/toast-region.tsx';
import ReceivedMails from './received-mails.tsx';

const id = (n: number) => `0193f5a0-0000-7000-8000-00000000000${n}`;
const MAIL: InboundMail = {
  id: id(1),
  state: 'quarantined',
  reason: 'unproven',
  proof: 'DKIM none, SPF fail',
  fromName: 'Ada',
  fromAddress: 'ada@client.example',
  subject: 'Re: A message',
  text: 'Looks good.',
  size: 2_048,
  receivedAt: '2026-03-02T09:00:00.000Z',
  deletedAt: '2026-04-01T09:00:00.000Z',
  project: { id: id(2), title: 'Acme · Care' },
  enquiry: null,
  canPost: true,
};
const bounced = (n: number): BouncedAddress => ({
  id: id(n),
  email: `gone-${n}@client.example`,
  subject: 'Your contract is waiting',
  report: '550 5.1.1 No such mailbox here',
  bouncedAt: '2026-03-02T09:00:00.000Z',
});

const product = startTestApi();
function show({
  mails = [],
  marks = [],
  isOn = true,
}: {
  mails?: InboundMail[];
  marks?: BouncedAddress[];
  isOn?: boolean;
}) {
  const quarantined = mails.filter(({ state }) => state === 'quarantined').length;
  product.api.answer(api.listInboundMails, {
    items: mails,
    total: mails.length,
    page: 1,
    pages: 1,
    quarantined,
    isOn,
  });
  product.api.answer(api.listBouncedAddresses, { items: marks, total: marks.length });
}
const open = () =>
  renderScreen(
    <>
      <ReceivedMails />
      <ToastRegion />
    </>,
  );

describe('ReceivedMails', () => {
  it('says how to turn answers by email on while they are off', async () => {
    show({ isOn: false });
    await open();
    await expect.element(page.getByText(/Answers by email are off/)).toBeVisible();
    await expect.element(page.getByText('No emails yet.')).toBeVisible();
    expect(page.getByText('Emails that came back').elements()).toEqual([]);
    await expectAccessible();
  });

  it('shows what became of each email, and which wait', async () => {
    show({ mails: [MAIL] });
    await open();
    await expect.element(page.getByText('One email is in quarantine. Have a look at it.')).toBeVisible();
    await expect.element(page.getByText('Looks good.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Acme · Care' })).toBeVisible();
    await expectAccessible();
  });

  it('removes the mark of an address, and focus goes on to what is left', async () => {
    show({ marks: [bounced(3), bounced(4)] });
    await open();
    const remove = (n: number) =>
      page.getByRole('button', { name: `Remove the mark of gone-${n}@client.example` });
    await expect.element(page.getByText('550 5.1.1 No such mailbox here').first()).toBeVisible();
    await expectAccessible();
    product.api.answer(api.clearBouncedAddress, { cleared: true });
    show({ marks: [bounced(4)] });
    await remove(3).click();
    await expect.element(page.getByText('The mark of gone-3@client.example is removed.')).toBeVisible();
    await expect.element(remove(3)).not.toBeInTheDocument();
    expect(document.activeElement?.textContent).toContain('gone-4@client.example');
    show({});
    await remove(4).click();
    await expect.element(page.getByRole('region', { name: 'Emails' })).toHaveFocus();
    await expect.element(page.getByText('Emails that came back')).not.toBeInTheDocument();
  });

  it('keeps a mark whose removal fails, and says so', async () => {
    show({ marks: [bounced(3)] });
    product.api.refuse(api.clearBouncedAddress, 500, {
      code: 'internal',
      message: 'Something went wrong on our side.',
    });
    await open();
    await page.getByRole('button', { name: /^Remove the mark/ }).click();
    await expect.element(page.getByText(/Something went wrong on our side/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Remove the mark/ })).toBeVisible();
  });
});
