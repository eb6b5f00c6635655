import { type ComponentProps, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { Button } from '../button.tsx';
import { Field, Input } from '../forms/field.tsx';
import { ConfirmDialog } from './dialog.tsx';

const dialog = page.getByRole('alertdialog', { name: 'Delete "Acme"?' });
const opener = page.getByRole('button', { name: 'Open' });
const cancel = page.getByRole('button', { name: 'Cancel' });
const confirm = page.getByRole('button', { name: 'Delete project' });

function Question(props: Partial<ComponentProps<typeof ConfirmDialog>>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={'Delete "Acme"?'}
        description="Everything in it goes."
        confirmLabel="Delete project"
        isDangerous
        onConfirm={() => {}}
        onClose={() => setIsOpen(false)}
        {...props}
      />
    </>
  );
}

describe('ConfirmDialog', () => {
  it('starts on the answer that changes nothing, and gives the keyboard back on Escape', async () => {
    await render(
      <Question>
        <Field label="Password">
          <Input />
        </Field>
      </Question>,
    );
    await opener.click();
    await expect.element(dialog).toHaveAccessibleDescription('Everything in it goes.');
    await expect.element(cancel).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  it('confirms when its button is pressed, and stays open until it is closed', async () => {
    const onConfirm = vi.fn();
    await render(<Question onConfirm={onConfirm} />);
    await opener.click();
    await confirm.click();
    expect(onConfirm).toHaveBeenCalledOnce();
    await expect.element(dialog).toBeVisible();
    await cancel.click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('stays open, and confirms nothing a second time, while it is pending', async () => {
    const onConfirm = vi.fn();
    const onClose = vi.fn();
    await render(<Question isPending pendingLabel="Deleting…" {...{ onConfirm, onClose }} />);
    await opener.click();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Deleting…' }).click({ force: true });
    expect(onConfirm).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('confirms nothing while it is blocked, and can be cancelled', async () => {
    const onConfirm = vi.fn();
    await render(<Question isBlocked onConfirm={onConfirm} />);
    await opener.click();
    await confirm.click({ force: true });
    expect(onConfirm).not.toHaveBeenCalled();
    await cancel.click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('shows why it did not work inside', async () => {
    await render(<Question error="Failed to delete." />);
    await opener.click();
    await expect.element(dialog.getByText('Failed to delete.')).toBeVisible();
    await expectAccessible();
  });
});
