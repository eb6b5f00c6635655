import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useRef } from 'react';
import { showBeginning } from '../../lib/pages/land-on.ts';
import { Button } from '../button.tsx';
import { Alert } from '../feedback/alert.tsx';
import { IconButton } from '../icon-button.tsx';
import { X } from '../icons.tsx';
import { backdropClass } from './backdrop.ts';
import { OverDialog } from './over-dialogs.tsx';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot; the main one last. */
  actions?: ReactNode;
  /** `full` takes the whole window, and its content scrolls by itself. */
  size?: 'md' | 'lg' | 'full';
  /** Where the keyboard starts; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /**
   * What says that it is done, when the button that opened this is gone by then: it gets the keyboard and is scrolled into
   * view. A function that returns `false` says that the focus is moved elsewhere.
   */
  finalFocus?: FinalFocus | (() => boolean) | undefined;
}

type FinalFocus = RefObject<HTMLElement | null>;

/**
 * The library focuses the element, or the first control in it, without scrolling, and what says that it is done can be far from where the
 * window was opened.
 */
const landing = (finalFocus: DialogProps['finalFocus']) =>
  finalFocus && {
    finalFocus:
      typeof finalFocus === 'function'
        ? finalFocus
        : () => {
            if (finalFocus.current) showBeginning(finalFocus.current);
            return finalFocus.current;
          },
  };

const popupClass = clsx(
  'fixed z-50 flex w-full flex-col bg-raised text-ink shadow-floating',
  // A sheet from below on phones, a card in the middle from there on.
  'inset-x-0 bottom-0 rounded-t-xl sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100%-2rem)] sm:rounded-xl',
  'sm:-translate-x-1/2 sm:-translate-y-1/2',
  'transition-[opacity,translate,scale] duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0',
  'data-starting-style:translate-y-6 sm:data-starting-style:-translate-y-1/2 sm:data-starting-style:scale-[0.98]',
);

const cardClass = 'max-h-[calc(100dvh-2rem)] gap-5 overflow-y-auto p-6 sm:p-8';
const sizeClass = {
  md: `${cardClass} sm:max-w-lg`,
  lg: `${cardClass} sm:max-w-3xl`,
  full: 'h-dvh gap-3 overflow-hidden p-4 max-sm:rounded-none sm:h-[calc(100dvh-2rem)] sm:p-5',
};

/** A window over the page: holds the keyboard, closes on Escape and on a press beside it. */
export function DialogWindow({
  isOpen,
  onClose,
  title,
  description,
  children,
  actions,
  size = 'md',
  initialFocus,
  finalFocus,
}: DialogProps) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup
          className={clsx(popupClass, sizeClass[size])}
          {...(initialFocus && { initialFocus })}
          {...landing(finalFocus)}
        >
          <div className="flex items-start justify-between gap-4">
            <div className="grid min-w-0 gap-1.5">
              <BaseDialog.Title className="font-display text-xl font-semibold tracking-tight wrap-anywhere">
                {title}
              </BaseDialog.Title>
              {description && (
                <BaseDialog.Description className="text-ink-soft">{description}</BaseDialog.Description>
              )}
            </div>
            <BaseDialog.Close render={<IconButton label="Close" className="-mt-2 -mr-2" />}>
              <X aria-hidden="true" />
            </BaseDialog.Close>
          </div>
          {children}
          {actions && (
            // At the foot of the window also while what is above it has to be scrolled.
            <div className="sticky -bottom-6 -mx-6 -mt-3 -mb-6 flex flex-wrap justify-end gap-3 bg-raised px-6 pt-3 pb-6 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8 sm:pb-8">
              {actions}
            </div>
          )}
          <OverDialog isOpen={isOpen} />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

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
  /** As in `DialogProps`. */
  finalFocus?: FinalFocus | undefined;
}

/** A question that must be answered. The keyboard starts on the answer that changes nothing. */
export function ConfirmDialogWindow({
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
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && !isPending && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Popup
          className={clsx(popupClass, cardClass, 'sm:max-w-md')}
          initialFocus={cancel}
          {...landing(finalFocus)}
        >
          <div className="grid gap-2">
            <AlertDialog.Title className="font-display text-xl font-semibold tracking-tight wrap-anywhere">
              {title}
            </AlertDialog.Title>
            {description && (
              <AlertDialog.Description className="text-ink-soft">{description}</AlertDialog.Description>
            )}
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
          <OverDialog isOpen={isOpen} />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
