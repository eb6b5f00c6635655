import type { ToastManagerAddOptions } from '@base-ui/react/toast';
import { useCallback, useEffect, useState } from 'react';
import { emptyWithUser } from '../../lib/storage/account-store.ts';
import { createStore } from '../../lib/storage/store.ts';

interface ToastOptions {
  tone?: 'neutral' | 'success' | 'danger';
  action?: { label: string; run: () => void };
  /** Milliseconds until it leaves by itself. */
  lasts?: number;
}

const LASTS = 6000;

type Toast = ToastManagerAddOptions<object> & { id: string };

/** Shows toasts: a part of the region, whose code arrives after the screen's (toast-region.tsx). */
interface ToastDisplay {
  add(toast: Toast): void;
  /** Without an id, all of them. */
  close(id?: string): void;
}

let display: ToastDisplay | undefined;

/**
 * The toasts that are open or wait for a region: its code may be on its way, and an upload can end while its
 * user is on a public page, which has none.
 */
const openToasts = new Map<string, Toast>();
const toastCount = createStore(0);
const count = () => toastCount.set(openToasts.size);

/** Calls its listener when the number of open toasts changes. */
export const subscribeToToasts = toastCount.subscribe;
export const hasToasts = (): boolean => toastCount.get() > 0;

/** Gives a region that has just appeared the open toasts and all later ones. Returns a function that ends it. */
export function displayToasts(by: ToastDisplay): () => void {
  display = by;
  for (const toast of openToasts.values()) by.add(toast);
  return () => {
    if (display === by) display = undefined;
  };
}

/**
 * Shows a passing message at the edge of the screen. Faults and offers stay until dismissed, other messages
 * for six seconds. A form shows its own result beside itself.
 */
export function showToast(message: string, { tone = 'neutral', action, lasts }: ToastOptions = {}): void {
  const stays = tone === 'danger' || action !== undefined;
  // The message is the id: shown again, it is still one toast.
  const id = message;
  const toast: Toast = {
    id,
    title: message,
    type: tone,
    timeout: lasts ?? (stays ? 0 : LASTS),
    onClose: () => {
      openToasts.delete(id);
      count();
    },
    actionProps: action && {
      children: action.label,
      onClick: () => {
        action.run();
        display?.close(id);
      },
    },
  };
  openToasts.set(id, toast);
  count();
  display?.add(toast);
}

/** Removes all of them: they name one user's actions. */
export function dismissToasts(): void {
  openToasts.clear();
  count();
  display?.close();
}
emptyWithUser(dismissToasts);

/** A text that disappears by itself: `show('Copied to clipboard.', 1500)`. Showing another one starts over. */
export function usePassingText(): [text: string, show: (text: string, lasts: number) => void] {
  const [shown, setShown] = useState({ text: '', lasts: 0 });
  useEffect(() => {
    if (!shown.text) return;
    const timer = setTimeout(() => setShown({ text: '', lasts: 0 }), shown.lasts);
    return () => clearTimeout(timer);
  }, [shown]);
  const show = useCallback((text: string, lasts: number) => setShown({ text, lasts }), []);
  return [shown.text, show];
}
