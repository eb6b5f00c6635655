import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';

/** One thing that is set: what it is, its value, and what can be done with it. `children` stand below, such as a form. */
export function SettingRow({
  label,
  value,
  actions,
  children,
}: {
  label: string;
  /** Left out while a form stands in its place. */
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

/** A form in the place of a setting: its field, what went wrong, and the way on and out (Escape too). */
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
 * For the button that opens a form in its own place: takes the focus back when the form is closed, which would
 * otherwise be lost with it.
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
