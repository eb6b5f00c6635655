import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { deleteAccountData } from '../../../lib/storage/account-data.ts';
import { TYPED_TEXT_KEY } from '../../../lib/storage/local-store.ts';
import { useKeptText } from './setting.tsx';

function Setting({ userId }: { userId: string }) {
  const kept = useKeptText(userId, 'username');
  return (
    <>
      <input
        aria-label="Username"
        defaultValue={kept.initial}
        onChange={(event) => kept.keep(event.target.value)}
      />
      <button type="button" onClick={kept.forget}>
        Cancel
      </button>
    </>
  );
}

const field = () => page.getByRole('textbox', { name: 'Username' });

/** Types a username as Ada and leaves the screen. */
async function typeAndLeave() {
  const { unmount } = await render(<Setting userId="ada" />);
  await field().fill('countess');
  await unmount();
}

beforeEach(() => deleteAccountData());
afterEach(() => vi.restoreAllMocks());

describe('useKeptText', () => {
  it('gives the same user the unsaved text when the screen opens again, without reading storage', async () => {
    await typeAndLeave();
    const read = vi.spyOn(Storage.prototype, 'getItem');
    await render(<Setting userId="ada" />);
    await expect.element(field()).toHaveValue('countess');
    expect(read).not.toHaveBeenCalledWith(expect.stringContaining(TYPED_TEXT_KEY));
  });

  it('gives another user nothing', async () => {
    await typeAndLeave();
    await render(<Setting userId="ben" />);
    await expect.element(field()).toHaveValue('');
  });

  it('gives nothing when the text was cancelled', async () => {
    await typeAndLeave();
    const again = await render(<Setting userId="ada" />);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await again.unmount();
    await render(<Setting userId="ada" />);
    await expect.element(field()).toHaveValue('');
  });

  it('gives nothing when the user has signed out', async () => {
    await typeAndLeave();
    deleteAccountData();
    await render(<Setting userId="ada" />);
    await expect.element(field()).toHaveValue('');
  });

  it('gives the text back when the same user signs in again', async () => {
    await typeAndLeave();
    deleteAccountData('ada');
    await render(<Setting userId="ada" />);
    await expect.element(field()).toHaveValue('countess');
  });
});
