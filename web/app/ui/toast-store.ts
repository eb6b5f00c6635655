export interface Toast {
  id: number;
  message: string;
  tone: 'neutral' | 'success' | 'danger';
  action?: { label: string; run: () => void };
  /** Milliseconds until it leaves by itself; undefined stays until dismissed. */
  lasts: number | undefined;
}

export interface ToastOptions {
  tone?: Toast['tone'];
  action?: NonNullable<Toast['action']>;
  lasts?: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a passing message at the edge of the screen. Faults and offers stay until dismissed, other messages
 * for six seconds. What a form did is said beside the form, not here.
 */
export function showToast(message: string, options: ToastOptions = {}): void {
  const { tone = 'neutral', action } = options;
  const stays = tone === 'danger' || action !== undefined;
  lastId += 1;
  const toast: Toast = { id: lastId, message, tone, lasts: options.lasts ?? (stays ? undefined : 6000) };
  set(
    [...toasts.filter((other) => other.message !== message), action ? { ...toast, action } : toast].slice(-3),
  );
}

export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** Removes all of them: they name one user's actions. */
export function dismissToasts(): void {
  set([]);
}

export const getToasts = () => toasts;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
