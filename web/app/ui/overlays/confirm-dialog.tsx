import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '../button.tsx';
import { Alert } from '../feedback/alert.tsx';
import { backdropClass, popupClass } from './dialog.tsx';

export interface ConfirmDialogProps {
  isOpen: boolean;
  /** Asked, such as 'Delete "Acme" (#a1b2c3) ? This cannot be undone.' */
  title: ReactNode;
  description?: ReactNode;
  /** What has to be filled in before it is done, where a press is not enough. */
  children?: ReactNode;
  /** What the button does, in its own words: "Delete project". */
  confirmLabel: string;
  /** What it says while doing it: "Deleting…". */
  pendingLabel?: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isPending?: boolean;
  /** Not possible yet, as during a look-up; it can be cancelled. */
  isBlocked?: boolean;
  /** Why it did not work; shown inside, so that it can be tried again. */
  error?: string | undefined;
  onConfirm: () => void;
  /** The other button, where it does more than close. */
  onCancel?: () => void;
  onClose: () => void;
  /**
   * Where the keyboard goes afterwards, when the button that opened this is gone by then: the element, or the first
   * thing in it that takes the keyboard.
   */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
}

/** A question that must be answered. The keyboard starts on the answer that changes nothing. */
export function ConfirmDialog({
  isOpen,
  title,
  description,
  children,
  confirmLabel,
  pendingLabel,
  cancelLabel = 'Cancel',
  isDangerous = false,
  isPending = false,
  isBlocked = false,
  error,
  onConfirm,
  onClose,
  onCancel = onClose,
  finalFocus,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && !isPending && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          className={clsx(popupClass, 'sm:max-w-md')}
          initialFocus={cancel}
          {...(finalFocus && { finalFocus })}
        >
          <div className="grid gap-2">
            <Base.Title className="font-display text-xl font-semibold tracking-tight">{title}</Base.Title>
            {description && <Base.Description className="text-ink-soft">{description}</Base.Description>}
          </div>
          {children}
          {error && <Alert tone="danger">{error}</Alert>}
          <div className="flex flex-col-reverse justify-end gap-3 sm:flex-row">
            <Button
              ref={cancel}
              variant="secondary"
              onClick={onCancel}
              aria-disabled={isPending || undefined}
            >
              {cancelLabel}
            </Button>
            <Button
              variant={isDangerous ? 'danger' : 'primary'}
              isPending={isPending}
              pendingLabel={pendingLabel}
              aria-disabled={isBlocked || undefined}
              onClick={() => !isBlocked && onConfirm()}
            >
              {confirmLabel}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
