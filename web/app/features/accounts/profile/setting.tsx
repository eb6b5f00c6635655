import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react';
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
