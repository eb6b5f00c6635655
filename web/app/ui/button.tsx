import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonStyle, buttonClass } from './button-style.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonStyle {
  /** At work: shows `pendingLabel`, takes no presses, and keeps the focus that a disabled button would lose. */
  isPending?: boolean | undefined;
  /** What it is doing, such as "Sending…". */
  pendingLabel?: string | undefined;
}

/** A button. `type` is "button" unless said otherwise. */
export function Button({
  variant,
  size,
  isWide,
  className,
  isPending = false,
  pendingLabel,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isPending || rest['aria-disabled'] ? true : undefined}
      aria-busy={isPending || undefined}
      className={buttonClass({ variant, size, isWide, className })}
      onClick={press}
    >
      {isPending && <Spinner />}
      {isPending && pendingLabel ? pendingLabel : children}
    </button>
  );
}
