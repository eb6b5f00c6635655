import { type ComponentProps, useRef, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { Button } from '../button.tsx';
import { Field, Input } from '../forms/field.tsx';
import { ConfirmDialog, Dialog } from './dialog.tsx';

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
  it('focuses the safe answer first, and returns the focus on Escape', async () => {
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

  it('confirms nothing while blocked, and can be cancelled', async () => {
    const onConfirm = vi.fn();
    await render(<Question isBlocked onConfirm={onConfirm} />);
    await opener.click();
    await confirm.click({ force: true });
    expect(onConfirm).not.toHaveBeenCalled();
    await cancel.click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('shows its error inside', async () => {
    await render(<Question error="Failed to delete." />);
    await opener.click();
    await expect.element(dialog.getByText('Failed to delete.')).toBeVisible();
    await expectAccessible();
  });
});

const files = page.getByRole('dialog', { name: 'Send files' });
const list = page.getByRole('region', { name: 'Files' });

function Upload({ hidesOpener = false, isTall = false }) {
  const [isOpen, setIsOpen] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLElement>(null);
  return (
    <>
      {isTall && <section ref={rows} aria-label="Files" tabIndex={-1} style={{ height: '4000px' }} />}
      {!(hidesOpener && isOpen) && <Button onClick={() => setIsOpen(true)}>Open</Button>}
      {!isTall && <section ref={rows} aria-label="Files" tabIndex={-1} />}
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Send files"
        description="Up to five at once."
        actions={<Button onClick={() => setIsOpen(false)}>Done</Button>}
        initialFocus={name}
        finalFocus={hidesOpener ? rows : undefined}
      >
        <Field label="Folder">
          <Input />
        </Field>
        <Field label="Name">
          <Input ref={name} />
        </Field>
      </Dialog>
    </>
  );
}

describe('Dialog', () => {
  it('focuses initialFocus, traps the focus, and returns it on Escape', async () => {
    await render(<Upload />);
    await opener.click();
    await expect.element(files).toHaveAccessibleDescription('Up to five at once.');
    await expect.element(page.getByLabelText('Name')).toHaveFocus();
    const done = page.getByRole('button', { name: 'Done' });
    const close = page.getByRole('button', { name: 'Close' });
    for (const next of [done, close, page.getByLabelText('Folder')]) {
      await userEvent.keyboard('{Tab}');
      await expect.element(next).toHaveFocus();
    }
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(files).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  it('closes with its button, an action or a click outside', async () => {
    await render(<Upload />);
    const close = [
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.getByRole('button', { name: 'Done' }).click(),
      () => userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true }),
    ];
    for (const press of close) {
      await opener.click();
      await expect.element(files).toBeVisible();
      await press();
      await expect.element(files).not.toBeInTheDocument();
    }
  });

  it('moves the focus to another element when its opener is gone', async () => {
    await render(<Upload hidesOpener />);
    await opener.click();
    await expect.element(files).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(list).toHaveFocus();
  });

  it('shows where the element begins that gets the focus, when that is far above the opener', async () => {
    await render(<Upload hidesOpener isTall />);
    await opener.click();
    await expect.element(files).toBeVisible();
    expect(scrollY).toBeGreaterThan(1000);
    await userEvent.keyboard('{Escape}');
    await expect.element(list).toHaveFocus();
    const { top } = list.element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThanOrEqual(innerHeight / 2);
  });
});
