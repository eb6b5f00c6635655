import { type FormEventHandler, type ReactNode, useEffect, useRef, useState } from 'react';
import { forgetWithStorage } from '../../../lib/storage/account-store.ts';
import { TYPED_TEXT_KEY } from '../../../lib/storage/local-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';

/** A setting: its name, value and buttons. `children` follow below, such as a form. */
export function SettingRow({
  label,
  value,
  actions,
  children,
}: {
  label: string;
  /** Omitted while a form replaces it. */
  value?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-3 border-t border-rule py-4 first:border-t-0 first:pt-0 last:pb-0">
      {value !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="grid min-w-0 flex-1 basis-48">
            <p className="text-sm text-ink-faint">{label}</p>
            <div className="font-medium [overflow-wrap:anywhere]">{value}</div>
          </div>
          {actions && <div className="-mx-3 flex flex-wrap gap-1 sm:mx-0">{actions}</div>}
        </div>
      )}
      {children}
    </div>
  );
}

/** A form that replaces a setting: field, problem, and buttons to submit or cancel (Escape too). */
export function SettingForm({
  problem,
  submitLabel,
  pendingLabel,
  isPending,
  isReady = true,
  onSubmit,
  onCancel,
  children,
}: {
  problem: string | undefined;
  submitLabel: string;
  pendingLabel: string;
  isPending: boolean;
  isReady?: boolean;
  onSubmit: FormEventHandler;
  onCancel: () => void;
  children: ReactNode;
}) {
  const leave = (event: { key: string }) => {
    if (event.key === 'Escape' && !isPending) onCancel();
  };
  return (
    <form noValidate className="grid gap-3" onSubmit={onSubmit} onKeyDown={leave}>
      {children}
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          disabled={!isReady && !isPending}
          isPending={isPending}
          pendingLabel={pendingLabel}
        >
          {submitLabel}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/**
 * For a button that a form replaces: returns the focus to it when the form closes, which would
 * otherwise lose it.
 */
export function useReturnFocus(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

/*
 * The unsaved text of a setting, kept until it is saved or cancelled: a session that ends meanwhile
 * loses nothing. For this tab and this user alone: lib/storage/account-data.ts deletes it with them.
 */
const keyOf = (userId: string, setting: string) => `${TYPED_TEXT_KEY}${setting}:${userId}`;

/** What the tab's storage holds. Only this page writes there, so one reading is enough. */
let texts = readAll();

function readAll(): Map<string, string> {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(TYPED_TEXT_KEY));
    return new Map(keys.map((key) => [key, sessionStorage.getItem(key) ?? '']));
  } catch {
    return new Map();
  }
}

forgetWithStorage(() => {
  texts = readAll();
});

function keep(key: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    if (text === undefined) texts.delete(key);
    else texts.set(key, text);
  } catch {
    // Storage is switched off or full: the form works, it only does not outlive the page.
  }
}

export interface KeptText {
  /** The unsaved text of an earlier visit; undefined if there is none. */
  initial: string | undefined;
  keep(text: string): void;
  forget(): void;
}

/** The unsaved text of a setting. */
export function useKeptText(userId: string, setting: 'username' | 'email'): KeptText {
  const key = keyOf(userId, setting);
  const [initial, setInitial] = useState(() => texts.get(key));
  return {
    initial,
    keep: (text) => keep(key, text),
    forget: () => {
      keep(key, undefined);
      setInitial(undefined);
    },
  };
}
