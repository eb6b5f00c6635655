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
  it('sends nothing and focuses the first missing field', async () => {
    product.api.answer(api.createEnquiry, { ok: true });
    await renderScreen(<EnquiryForm />);
    await press();
    await expect.element(page.getByText('Please enter your name.')).toBeVisible();
    await expect.element(field('Name')).toHaveFocus();
    await field('Name').fill('Ada');
    await press();
    await expect.element(page.getByText('Enter a valid email.')).toBeVisible();
    await expect.element(page.getByText('Add a little more detail.')).toBeVisible();
    await expect.element(page.getByText('Please enter your name.')).not.toBeInTheDocument();
    await expect.element(field('Email')).toHaveFocus();
    expect(product.api.sent(api.createEnquiry)).toEqual([]);
  });

  it('shows a field’s error once the field loses focus', async () => {
    await renderScreen(<EnquiryForm />);
    await field('Name').click();
    await expect.element(page.getByText('Please enter your name.')).not.toBeInTheDocument();
    await field('Email').fill('ada');
    await expect.element(field('Name')).toHaveAccessibleDescription('Please enter your name.');
    await expect.element(page.getByText(/valid email/i)).not.toBeInTheDocument();
    await userEvent.tab();
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true');
    await field('Email').fill('nobody@nowhere');
    await field('Your question').fill('  too short ');
    await expect
      .element(field('Email'))
      .toHaveAccessibleDescription(/^Enter a valid email\. After the @ comes a name/);
    await field('Email').fill('nobody@nowhere.example');
    await expect.element(page.getByText('Enter a valid email.')).not.toBeInTheDocument();
    // Surrounding white space doesn't count.
    await expect.element(field('Your question')).toHaveAccessibleDescription('Add a little more detail.');
    await field('Your question').fill('  just enough ');
    await expect.element(page.getByText('Add a little more detail.')).not.toBeInTheDocument();
  });

  it('shows that it is sending, and sends once', async () => {
    const { promise: arrived, resolve: release } = Promise.withResolvers<void>();
    product.api.answer(api.createEnquiry, { ok: true }, arrived);
    await renderScreen(<EnquiryForm />);
    await fillIn();
    // Twice, before the page can react.
    const send = page.getByRole('button', { name: 'Send message' }).element();
    if (send instanceof HTMLElement) for (let presses = 0; presses < 2; presses += 1) send.click();
    await expect.element(page.getByRole('button', { name: 'Sending…' })).toBeDisabled();
    await field('Name').click();
    await userEvent.keyboard('{Enter}');
    release();
    await expect.element(page.getByText('Thanks! I’ll get back to you shortly.')).toBeVisible();
    expect(product.api.sent(api.createEnquiry)).toHaveLength(1);
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

  it('sends nothing while the unreachable honeypot is filled in', async () => {
    product.api.answer(api.createEnquiry, { ok: true });
    const { container } = await renderScreen(<EnquiryForm />);
    await fillIn();
    const honeypot = container.querySelector<HTMLInputElement>('[name=botfield]');
    if (!honeypot) throw new Error('There is no honeypot.');
    expect(honeypot).toHaveAttribute('tabindex', '-1');
    expect(honeypot).toHaveAttribute('autocomplete', 'off');
    await expect.element(honeypot).not.toBeInViewport();
    expect(page.getByRole('textbox', { name: 'Leave this empty' }).elements()).toEqual([]);
    await userEvent.fill(honeypot, 'buy now');
    await press();
    await press();
    await expect.element(page.getByText(/Thanks!/)).not.toBeInTheDocument();
    expect(page.getByRole('alert').elements()).toEqual([]);
    expect(product.api.sent(api.createEnquiry)).toEqual([]);
    await userEvent.clear(honeypot);
    await press();
    await expect.element(page.getByText(/Thanks!/)).toBeVisible();
    expect(product.api.sent(api.createEnquiry)).toHaveLength(1);
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
