import { api } from '@atelier/domain/api.ts';
import { ENQUIRY_REPLY_MAX } from '@atelier/domain/enquiries/rules.ts';
import type { Enquiry, EnquiryThread } from '@atelier/domain/enquiries/schema.ts';
import { studioProjectPath } from '@atelier/domain/pages.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../../../test/contracts.ts';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import { changeUnsent } from '../../../lib/storage/unsent-store.ts';
import EnquiryThreadSection from './enquiry-thread.tsx';

signIn();
const product = startTestApi();

const enquiry: Enquiry = {
  _id: idOf(1),
  id: idOf(1),
  name: 'Ada Sample',
  email: 'ada@visitor.example',
  phone: '',
  subject: '',
  message: 'I need a website.',
  source: 'contact-lite',
  status: 'read',
  invitedAt: null,
  repliedAt: null,
  answeredAt: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  meta: { ip: '', userAgent: '', referer: '' },
};
const empty: EnquiryThread = {
  items: [],
  unsent: [],
  maxFileBytes: 1_000_000,
  answersArriveHere: true,
  bounced: null,
  project: null,
};
const sentMessage = {
  id: idOf(2),
  side: 'studio' as const,
  body: 'Gladly.',
  createdAt: '2026-11-21T10:00:00.000Z',
  files: [],
  byMail: null,
  folded: null,
};
const show = (change: Partial<EnquiryThread> = {}) =>
  product.api.answer(api.getEnquiryThread, { ...empty, ...change });
const onSent = vi.fn();
const open = (change: Partial<Enquiry> = {}) =>
  renderScreen(<EnquiryThreadSection enquiry={{ ...enquiry, ...change }} onSent={onSent} />);
const file = {
  id: idOf(5),
  name: 'offer.pdf',
  size: 2_048,
  type: 'application/pdf',
  url: 'https://f.example',
};
const words = () => page.getByRole('textbox', { name: 'Your reply' });
const button = (name: string) => page.getByRole('button', { name });
const choose = async (template: string) => {
  await button('Templates').click();
  await page.getByRole('menuitem', { name: template }).click();
};

beforeEach(() => {
  show();
  onSent.mockClear();
  changeUnsent(`enquiry:${enquiry._id}`, () => ({ text: '', outgoing: [] }));
});

describe('EnquiryThreadSection', () => {
  it('shows who wrote what, and whether a sender is confirmed', async () => {
    show({
      items: [
        sentMessage,
        {
          ...sentMessage,
          id: idOf(3),
          side: 'visitor',
          body: 'On Tuesday.',
          files: [file],
          byMail: 'unproven',
        },
      ],
      bounced: { report: '550 No such user', bouncedAt: '2026-11-22T10:00:00.000Z' },
      project: { id: idOf(9), name: 'Tea shop', status: 'draft' },
    });
    await open();
    const entry = (body: string) => page.getByRole('listitem').filter({ hasText: body });
    await expect.element(entry('Gladly.').getByText('Atelier')).toBeVisible();
    await expect.element(entry('On Tuesday.').getByText('Ada Sample')).toBeVisible();
    await expect.element(entry('On Tuesday.').getByText('by email, sender not confirmed')).toBeVisible();
    await expect.element(page.getByText('550 No such user')).toBeVisible();
    await expect.element(entry('On Tuesday.').getByRole('link', { name: /offer\.pdf/ })).toBeVisible();
    await expect.element(page.getByText('They’re filling in a brief: Tea shop')).toBeVisible();
    const link = page.getByRole('link', { name: 'Tea shop' });
    await expect.element(link).toHaveAttribute('href', studioProjectPath(idOf(9)));
  });

  it('sends words and files, and empties the field', async () => {
    show({ unsent: [file] });
    await open();
    await expect.element(page.getByText('offer.pdf')).toBeVisible();
    await words().fill(' Gladly. ');
    product.api.answer(api.replyToEnquiry, { contact: enquiry, thread: { ...empty, items: [sentMessage] } });
    await button('Send reply').click();
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Gladly.' })).toBeVisible();
    await expect.element(words()).toHaveValue('');
    expect(product.api.sent(api.replyToEnquiry)).toEqual([
      { body: 'Gladly.', files: [file.id], key: expect.stringMatching(/^[\da-f-]{36}$/) },
    ]);
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('keeps the words after a failure and a reload, and sends them as the same reply', async () => {
    const { unmount } = await open();
    await words().fill('Gladly.');
    await button('Send reply').click();
    await expect.element(page.getByText('Failed to send.')).toBeVisible();
    await expect.element(words()).toHaveValue('Gladly.');
    await unmount();
    await open();
    await expect.element(words()).toHaveValue('Gladly.');
    product.api.answer(api.replyToEnquiry, { contact: enquiry, thread: empty });
    await button('Send reply').click();
    await expect.element(words()).toHaveValue('');
    const [first, second] = product.api.sent(api.replyToEnquiry);
    expect(second).toEqual(first);
  });

  it('sends words that were changed after a failure as the same reply', async () => {
    await open();
    await words().fill('Gladly.');
    await button('Send reply').click();
    await expect.element(page.getByText('Failed to send.')).toBeVisible();
    expect(onSent).not.toHaveBeenCalled();
    await words().fill('Gladly, on Tuesday.');
    product.api.answer(api.replyToEnquiry, { contact: enquiry, thread: empty });
    await button('Send reply').click();
    await expect.element(words()).toHaveValue('');
    const [first, second] = product.api.sent(api.replyToEnquiry) as { key: string }[];
    expect(second).toMatchObject({ body: 'Gladly, on Tuesday.', key: first?.key });
  });

  it('removes a file that has arrived, here and on the server', async () => {
    show({ unsent: [file] });
    product.api.answer(api.deleteReplyFile, { deleted: true });
    await open();
    await button('Remove offer.pdf').click();
    await expect.element(page.getByText('offer.pdf')).not.toBeInTheDocument();
    await expect.element(words()).toHaveFocus();
    expect(product.api.sent(api.deleteReplyFile)).toHaveLength(1);
  });

  it('sends nothing while a file has not arrived', async () => {
    await open();
    await words().fill('Gladly.');
    await page.getByLabelText('Files to attach').upload(new File(['An offer'], 'offer.txt'));
    await expect.element(button('Remove offer.txt')).toBeVisible();
    await button('Send reply').click();
    await expect.element(page.getByText(/^Wait until the files have arrived/)).toBeVisible();
    expect(product.api.sent(api.replyToEnquiry)).toEqual([]);
    await button('Remove offer.txt').click();
    product.api.answer(api.replyToEnquiry, { contact: enquiry, thread: empty });
    await button('Send reply').click();
    await expect.element(words()).toHaveValue('');
  });

  it('shows where the client’s project is once they have one', async () => {
    show({ project: { id: idOf(9), name: 'Tea shop', status: 'submitted' } });
    await open();
    await expect.element(page.getByText('They have a project: Tea shop')).toBeVisible();
  });

  it('sends another reply once the server has an earlier version of it', async () => {
    await open();
    await words().fill('Gladly.');
    product.api.refuse(api.replyToEnquiry, 409, {
      code: 'conflict',
      message: 'An earlier version was sent.',
    });
    await button('Send reply').click();
    await expect.element(page.getByText('An earlier version was sent.')).toBeVisible();
    product.api.answer(api.replyToEnquiry, { contact: enquiry, thread: empty });
    await button('Send reply').click();
    await expect.element(words()).toHaveValue('');
    const [first, second] = product.api.sent(api.replyToEnquiry) as { key: string }[];
    expect(second?.key).not.toBe(first?.key);
  });

  it('asks before a template replaces what was typed', async () => {
    await open();
    await choose('Suggest a call');
    await expect.element(words()).toHaveValue(expect.stringContaining('Hi Ada,'));
    await expect.element(words()).toHaveFocus();
    await words().fill('My own words');
    await choose('Ask for details');
    await button('Keep my words').click();
    await expect.element(words()).toHaveValue('My own words');
    await choose('Ask for details');
    await button('Replace my words').click();
    await expect.element(words()).toHaveValue(expect.stringContaining('budget'));
  });

  it('refuses an empty reply and one that is too long, and says where answers arrive', async () => {
    show({ answersArriveHere: false });
    await open();
    await expect.element(page.getByText('MAIL_IN_ADDRESS', { exact: false })).toBeVisible();
    await button('Send reply').click();
    await expect.element(page.getByText('Write a reply.')).toBeVisible();
    await words().fill('x'.repeat(ENQUIRY_REPLY_MAX + 1));
    await button('Send reply').click();
    await expect.element(page.getByText(/characters or fewer/)).toBeVisible();
    expect(product.api.sent(api.replyToEnquiry)).toEqual([]);
  });

  it('says that the replies could not be loaded, and that an invited client has not begun', async () => {
    product.api.refuse(api.getEnquiryThread, 500, { code: 'internal_error', message: 'Broken.' });
    const { unmount } = await open();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await unmount();
    show();
    await open({ invitedAt: '2026-11-21T10:00:00.000Z' });
    await expect.element(page.getByText('They haven’t begun a project yet.', { exact: false })).toBeVisible();
  });
});
