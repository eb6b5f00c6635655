import { kindsOfWork } from '@atelier/content/kinds-of-work.ts';
import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, startTestApi } from '../../../test/product.tsx';
import { EnquiryForm } from './enquiry-form.tsx';

const product = startTestApi();
const field = (name: string) => page.getByRole('textbox', { name });
const press = () => page.getByRole('button', { name: 'Send message' }).click();

async function fillIn() {
  await field('Name').fill('Ada');
  await field('Email').fill('ada@people.example');
  await field('Your question').fill('A shop for tea, please.');
}

describe('EnquiryForm', () => {
  it('sends nothing and focuses the first missing field when the form is empty', async () => {
    product.api.answer(api.createEnquiry, { ok: true });
    await renderScreen(<EnquiryForm />);
    await press();
    await expect.element(page.getByText('Please enter your name.')).toBeVisible();
    await expect.element(field('Name')).toHaveFocus();
    expect(product.api.sent(api.createEnquiry)).toEqual([]);
  });

  it('shows no error until a field loses focus', async () => {
    await renderScreen(<EnquiryForm />);
    await field('Email').fill('ada');
    await expect.element(page.getByText(/valid email/i)).not.toBeInTheDocument();
    await userEvent.tab();
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true');
  });

  it('sends the text with the kind of work as its subject, and empties the form', async () => {
    product.api.answer(api.createEnquiry, { ok: true });
    await renderScreen(<EnquiryForm />);
    await fillIn();
    await page.getByRole('combobox', { name: /^Subject/ }).selectOptions(kindsOfWork[0].label);
    await press();
    await expect.element(page.getByText('Thanks! I’ll get back to you shortly.')).toBeVisible();
    expect(product.api.sent(api.createEnquiry)).toEqual([
      expect.objectContaining({
        name: 'Ada',
        message: 'A shop for tea, please.',
        subject: kindsOfWork[0].label,
      }),
    ]);
    await expect.element(field('Your question')).toHaveValue('');
  });

  it('sends nothing when a bot fills in the honeypot', async () => {
    product.api.answer(api.createEnquiry, { ok: true });
    const { container } = await renderScreen(<EnquiryForm />);
    await fillIn();
    const honeypot = container.querySelector<HTMLInputElement>('[name=botfield]');
    if (honeypot) await userEvent.fill(honeypot, 'buy now');
    await press();
    await expect.element(page.getByText(/Thanks!/)).not.toBeInTheDocument();
    expect(product.api.sent(api.createEnquiry)).toEqual([]);
  });

  it('keeps the text and suggests checking the connection when no reply comes', async () => {
    await renderScreen(<EnquiryForm />);
    await fillIn();
    await press();
    await expect.element(page.getByText(/check your connection and send it again/)).toBeVisible();
    await expect.element(field('Your question')).toHaveValue('A shop for tea, please.');
  });

  it('restores unsent text when the page opens again', async () => {
    const first = await renderScreen(<EnquiryForm />);
    await fillIn();
    await first.unmount();
    await renderScreen(<EnquiryForm />);
    await expect.element(field('Your question')).toHaveValue('A shop for tea, please.');
  });
});
