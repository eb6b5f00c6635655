import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from './icon-button.tsx';
import { dismissToast, getToasts, subscribeToToasts, type Toast } from './toast-store.ts';

const edges = { neutral: 'border-l-edge', success: 'border-l-success', danger: 'border-l-danger' };
const none: readonly Toast[] = [];

/** Where passing messages appear. Once in the application, in the page from the start so that they are announced. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, () => none);
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-end gap-3"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld || toast.lasts === undefined) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.lasts);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  const hold = () => setIsHeld(true);
  const release = () => setIsHeld(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding a message that is being read, by pointer or focus, is no control
    <div
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className={clsx(
        'pointer-events-auto flex w-full max-w-104 animate-rise items-center gap-3 rounded-md border border-rule border-l-4 bg-raised py-1.5 pr-1.5 pl-4 shadow-floating',
        edges[toast.tone],
      )}
    >
      <p className="min-w-0 flex-1 text-sm font-medium">{toast.message}</p>
      {toast.action && (
        <button
          type="button"
          className="min-h-11 px-2 text-sm font-semibold text-accent underline-offset-4 hover:underline"
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton label="Dismiss" onClick={() => dismissToast(toast.id)}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
