import { Toast, type ToastManagerAddOptions } from '@base-ui/react/toast';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { emptyWithUser } from '../../lib/storage/account-store.ts';
import { IconButton } from '../icon-button.tsx';

interface ToastOptions {
  tone?: 'neutral' | 'success' | 'danger';
  action?: { label: string; run: () => void };
  /** Milliseconds until it leaves by itself. */
  lasts?: number;
}

const LASTS = 6000;

/** Reaches the region while there is one (see toast.tsx). */
const toastManager = Toast.createToastManager();

/**
 * The toasts that are open or wait for the region: an upload can end while its user is on a public page, which
 * has none.
 */
const openToasts = new Map<string, ToastManagerAddOptions<object>>();

/**
 * Shows a passing message at the edge of the screen. Faults and offers stay until dismissed, other messages
 * for six seconds. A form shows its own result beside itself.
 */
export function showToast(message: string, { tone = 'neutral', action, lasts }: ToastOptions = {}): void {
  const stays = tone === 'danger' || action !== undefined;
  // The message is the id: shown again, it is still one toast.
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
function reopenToasts(): void {
  for (const toast of openToasts.values()) toastManager.add(toast);
}

/** Removes all of them: they name one user's actions. */
export function dismissToasts(): void {
  openToasts.clear();
  toastManager.close();
}
emptyWithUser(dismissToasts);

const edges: Record<string, string> = {
  neutral: 'border-l-edge',
  success: 'border-l-success',
  danger: 'border-l-danger',
};

/** Nothing in a toast has to be answered, so it isn't the dialog that the library makes of it. */
const noDialog = { role: 'group', 'aria-modal': undefined };

/** Where passing messages appear. Once in the application, in the page from the start so that they are announced. */
export function ToastRegion() {
  useEffect(reopenToasts, []);
  return (
    <Toast.Provider toastManager={toastManager}>
      <Toast.Viewport className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-end gap-3">
        <Toasts />
      </Toast.Viewport>
    </Toast.Provider>
  );
}

/** The newest is the last: nearest to the edge. */
function Toasts() {
  return Toast.useToastManager()
    .toasts.toReversed()
    .map((toast) => <ToastCard key={toast.id} toast={toast} />);
}

function ToastCard({ toast }: { toast: Toast.Root.ToastObject }) {
  return (
    <Toast.Root
      toast={toast}
      {...noDialog}
      // Its words can be selected.
      swipeDirection={[]}
      className={clsx(
        'pointer-events-auto w-full max-w-104 animate-rise rounded-md border border-rule border-l-4 bg-raised shadow-floating data-limited:hidden',
        edges[toast.type ?? 'neutral'],
      )}
    >
      <Toast.Content className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
        <Toast.Title render={<p />} className="min-w-0 flex-1 text-sm font-medium" />
        <Toast.Action className="min-h-11 px-2 text-sm font-semibold text-accent underline-offset-4 hover:underline" />
        {/* The library hides it from screen readers until toasts are looked at: a stack, which these are not. */}
        <Toast.Close aria-hidden={undefined} render={<IconButton label="Dismiss" />}>
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  );
}

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
