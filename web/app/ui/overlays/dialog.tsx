import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../icon-button.tsx';
import { X } from '../icons.tsx';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot; the main one last. */
  actions?: ReactNode;
  size?: 'md' | 'lg';
  /** Where the keyboard starts; the first control unless said otherwise. */
  initialFocus?: RefObject<HTMLElement | null>;
  /**
   * Where the keyboard goes afterwards, when the button that opened this is gone by then: to the element, or to the first
   * control in it. A function says no by `false` and sees to it itself.
   */
  finalFocus?: RefObject<HTMLElement | null> | (() => boolean) | undefined;
}

export const backdropClass =
  'fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';

export const popupClass = clsx(
  'fixed z-50 flex max-h-[calc(100dvh-2rem)] w-full flex-col gap-5 overflow-y-auto bg-raised p-6 text-ink shadow-floating sm:p-8',
  // A sheet from below on phones, a card in the middle from there on.
  'inset-x-0 bottom-0 rounded-t-xl sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100%-2rem)] sm:rounded-xl',
  'sm:-translate-x-1/2 sm:-translate-y-1/2',
  'transition-[opacity,translate,scale] duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0',
  'data-starting-style:translate-y-6 sm:data-starting-style:-translate-y-1/2 sm:data-starting-style:scale-[0.98]',
);

/** A window over the page: holds the keyboard, closes on Escape and on a press beside it. */
export function Dialog({
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
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          className={clsx(popupClass, size === 'md' ? 'sm:max-w-lg' : 'sm:max-w-3xl')}
          {...(initialFocus && { initialFocus })}
          {...(finalFocus && { finalFocus })}
        >
          <div className="flex items-start justify-between gap-4">
            <div className="grid gap-1.5">
              <Base.Title className="font-display text-xl font-semibold tracking-tight">{title}</Base.Title>
              {description && <Base.Description className="text-ink-soft">{description}</Base.Description>}
            </div>
            <Base.Close render={<IconButton label="Close" className="-mt-2 -mr-2" />}>
              <X aria-hidden="true" />
            </Base.Close>
          </div>
          {children}
          {actions && (
            // At the foot of the window also while what is above it has to be scrolled.
            <div className="sticky -bottom-6 -mx-6 -mt-3 -mb-6 flex flex-wrap justify-end gap-3 bg-raised px-6 pt-3 pb-6 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8 sm:pb-8">
              {actions}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
