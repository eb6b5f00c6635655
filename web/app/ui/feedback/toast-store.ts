import { Toast, type ToastManagerAddOptions } from '@base-ui/react/toast';
import { emptyWithUser } from '../../lib/storage/account-store.ts';

export interface ToastOptions {
  tone?: 'neutral' | 'success' | 'danger';
  action?: { label: string; run: () => void };
  /** Milliseconds until it leaves by itself. */
  lasts?: number;
}

const LASTS = 6000;

/** Reaches the region while there is one (see toast.tsx). */
export const toastManager = Toast.createToastManager();

/**
 * The toasts that are open or wait for the region: an upload ends, or fails, also while its user looks at a public page,
 * which has none.
 */
const openToasts = new Map<string, ToastManagerAddOptions<object>>();

/**
 * Shows a passing message at the edge of the screen. Faults and offers stay until dismissed, other messages
 * for six seconds. What a form did is said beside the form, not here.
 */
export function showToast(message: string, { tone = 'neutral', action, lasts }: ToastOptions = {}): void {
  const stays = tone === 'danger' || action !== undefined;
  // The message is the id: said again, it is one toast still.
  const id = message;
  const toast: ToastManagerAddOptions<object> = {
    id,
    title: message,
    type: tone,
    timeout: lasts ?? (stays ? 0 : LASTS),
    onClose: () => openToasts.delete(id),
    actionProps: action && {
      children: action.label,
      onClick: () => {
        action.run();
        toastManager.close(id);
      },
    },
  };
  openToasts.set(id, toast);
  toastManager.add(toast);
}

/** Hands the open toasts to a region that has just appeared. */
export function reopenToasts(): void {
  for (const toast of openToasts.values()) toastManager.add(toast);
}

/** Removes all of them: they name one user's actions. */
export function dismissToasts(): void {
  openToasts.clear();
  toastManager.close();
}
emptyWithUser(dismissToasts);
