import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';

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
