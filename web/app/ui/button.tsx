import { clsx } from 'clsx';
import { type ComponentProps, type MouseEvent, useRef } from 'react';
import { Link, type PageLinkProps } from '../lib/pages/links.ts';

/**
 * - `primary`: the act a screen is about; `accent`: the one invitation of a public page
 * - `secondary`: beside it; `quiet`: in rows and toolbars; `danger`: what cannot be undone
 */
type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = 'sm' | 'md' | 'lg';

// In forced colours only the border shows a button.
const variants: Record<ButtonVariant, string> = {
  primary: 'bg-ink text-paper hover:bg-accent hover:text-on-accent forced-colors:border',
  accent: 'bg-accent text-on-accent hover:bg-accent-strong forced-colors:border',
  secondary: 'border border-edge bg-transparent text-ink hover:border-ink hover:bg-raised',
  quiet: 'text-ink-soft hover:bg-neutral-soft hover:text-ink',
  danger: 'bg-danger-fill text-on-danger hover:bg-danger-fill-strong forced-colors:border',
};

// The small one is 36px to the eye and 44px to the thumb.
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 gap-1.5 px-3 text-sm relative after:absolute after:-inset-1',
  md: 'min-h-11 gap-2 px-5 text-base',
  lg: 'min-h-12 gap-2 px-4 text-base sm:min-h-13 sm:gap-2.5 sm:px-7 sm:text-lg',
};

export interface ButtonStyle {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Takes the whole width. */
  isWide?: boolean | undefined;
  className?: string | undefined;
}

/** The classes that make an element look like a button. */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  isWide = false,
  className,
}: ButtonStyle): string {
  return clsx(
    'inline-flex items-center justify-center rounded-full py-1.5 text-center font-semibold leading-tight no-underline',
    'transition-[background-color,border-color,color,scale] active:scale-[0.98]',
    'print:hidden aria-disabled:pointer-events-none aria-disabled:opacity-60 disabled:pointer-events-none disabled:opacity-50',
    variants[variant],
    sizes[size],
    isWide && 'w-full',
    className,
  );
}

/** Something is under way. Says nothing by itself: the words beside it do. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className={`${className} animate-spin`}>
      <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeWidth="2" opacity="0.25" />
      <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'onClick'>, ButtonStyle {
  /** At work: shows `pendingLabel`, takes no presses, and keeps the focus that a disabled button would lose. */
  isPending?: boolean | undefined;
  /** What it is doing, such as "Sending…". */
  pendingLabel?: string | undefined;
  /** If it returns a promise, further presses are ignored until that ends. */
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
  const isShowingWork = isPending && pendingLabel !== undefined;
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
      {/* An element of its own for each label: React can't change text that a translator has replaced. */}
      <span key={isShowingWork ? 'work' : 'label'} className="contents">
        {isShowingWork ? pendingLabel : children}
      </span>
    </button>
  );
}

/** A link within the application that looks like a button. */
export function ButtonLink({
  variant,
  size,
  isWide,
  className,
  ...rest
}: Omit<PageLinkProps, 'className'> & ButtonStyle) {
  return <Link {...rest} className={buttonClass({ variant, size, isWide, className })} />;
}

/** A link to elsewhere (mailto:, a download, another site) that looks like a button. */
export function ButtonAnchor({
  variant,
  size,
  isWide,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'className'> & ButtonStyle) {
  return (
    <a {...rest} className={buttonClass({ variant, size, isWide, className })}>
      {children}
    </a>
  );
}
