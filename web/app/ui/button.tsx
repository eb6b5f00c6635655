import { type ComponentProps, type MouseEvent, useRef } from 'react';
import { type ButtonStyle, buttonClass } from './button-style.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'onClick'>, ButtonStyle {
  /** At work: shows `pendingLabel`, takes no presses, and keeps the focus that a disabled button would lose. */
  isPending?: boolean | undefined;
  /** What it is doing, such as "Sending…". */
  pendingLabel?: string | undefined;
  /** If it returns a promise, further presses are ignored until that settles. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
}

/** A button. `type` defaults to "button". It ignores presses while pending or `aria-disabled`. */
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
  const isAtWork = useRef(false);
  const isDisabled = isPending || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true';
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isDisabled || isAtWork.current) return event.preventDefault();
    const work = onClick?.(event);
    if (!(work instanceof Promise)) return;
    isAtWork.current = true;
    const end = () => {
      isAtWork.current = false;
    };
    work.then(end, end);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isDisabled || undefined}
      aria-busy={isPending || undefined}
      className={buttonClass({ variant, size, isWide, className })}
      onClick={press}
    >
      {isPending && <Spinner />}
      {isPending && pendingLabel ? pendingLabel : children}
    </button>
  );
}
