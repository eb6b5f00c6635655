import type { PageAddress } from '@atelier/domain/pages.ts';
import { clsx } from 'clsx';
import {
  type ComponentProps,
  type ComponentType,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from '../../lib/pages/links.ts';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { Check } from '../icons.tsx';

interface Item {
  label: string;
  icon?: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>;
  /** A second, quiet line. */
  note?: string;
}

/** What a menu offers: a link, an act, or one of a section's choices (`isChosen`). */
export type MenuItem = Item &
  ({ to: PageAddress } | { onSelect: () => void; isChosen?: boolean; isDisabled?: boolean });

interface MenuContent {
  /** Names the menu for screen readers. */
  label: string;
  /** Divided by a line. */
  sections: readonly (readonly MenuItem[])[];
  /** Stands above the items. */
  heading?: ReactNode;
}

/** The button's part and the menu of it: the browser's own popover, which is light and needs no portal. */
function useMenu(content: MenuContent) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const button = {
    ref: opener,
    popoverTarget: id,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
  } as const;
  const menu = <Menu {...content} id={id} opener={opener} isOpen={isOpen} onToggle={setOpen} />;
  return { button, menu };
}

/** A round button with an icon that opens a menu: `label` names both. */
export function MenuIconButton({
  className,
  children,
  ...content
}: MenuContent & { className?: string; children: ReactNode }) {
  const { button, menu } = useMenu(content);
  return (
    <>
      <IconButton {...button} label={content.label} {...(className && { className })}>
        {children}
      </IconButton>
      {menu}
    </>
  );
}

/** A button with words that opens a menu. */
export function MenuButton({
  children,
  label,
  sections,
  heading,
  ...looks
}: MenuContent & Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className' | 'children'>) {
  const { button, menu } = useMenu({ label, sections, heading });
  return (
    <>
      <Button {...looks} {...button}>
        {children}
      </Button>
      {menu}
    </>
  );
}

/** The room between a menu and the window's edge or its button, in px. */
const GAP = 8;

/** Puts the menu below its button, above it where there is more room, and within the window. */
function place(menu: HTMLElement, opener: HTMLElement): void {
  const at = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const isBelow = at.bottom + GAP + height <= window.innerHeight || at.top < window.innerHeight / 2;
  const top = isBelow ? at.bottom + GAP : at.top - GAP - height;
  const left = Math.min(Math.max(GAP, at.right - width), window.innerWidth - width - GAP);
  menu.style.top = `${Math.max(GAP, top)}px`;
  menu.style.left = `${left}px`;
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];

function Menu({
  id,
  opener,
  isOpen,
  onToggle,
  label,
  sections,
  heading,
}: MenuContent & {
  id: string;
  opener: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}) {
  const popover = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const menu = popover.current;
    if (!isOpen || !menu || !opener.current) return;
    place(menu, opener.current);
    itemsOf(menu)[0]?.focus({ preventScroll: true });
  }, [isOpen, opener]);

  useEffect(() => {
    if (!isOpen) return;
    // It would stay where its button no longer is.
    const hide = () => popover.current?.hidePopover();
    const top = () => opener.current?.getBoundingClientRect().top ?? 0;
    const placed = top();
    // Where something arrives above, the browser scrolls to keep the button in its place, or nearly.
    const hideIfMoved = () => Math.abs(top() - placed) > 2 && hide();
    window.addEventListener('scroll', hideIfMoved, { passive: true });
    window.addEventListener('resize', hide);
    return () => {
      window.removeEventListener('scroll', hideIfMoved);
      window.removeEventListener('resize', hide);
    };
  }, [isOpen, opener]);

  const close = () => {
    opener.current?.focus({ preventScroll: true });
    popover.current?.hidePopover();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const menu = popover.current;
    if (!menu || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Tab') return close();
    const items = itemsOf(menu);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const target = targetOf(event.key, items, at);
    if (!target) return;
    event.preventDefault();
    target.focus();
  };
  return (
    <div
      ref={popover}
      id={id}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onToggle={(event) => onToggle(event.newState === 'open')}
      onKeyDown={onKeyDown}
      className="fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] min-w-56 max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto rounded-md border border-rule bg-raised py-1 text-left font-sans text-base font-normal whitespace-normal text-ink shadow-floating outline-none empty:invisible"
    >
      {isOpen && heading && <div className="border-b border-rule px-4 py-2.5">{heading}</div>}
      {isOpen &&
        sections
          .filter((items) => items.length > 0)
          .map((items, at) => (
            <Fragment key={items[0]?.label}>
              {at > 0 && <hr className="my-1 border-rule" />}
              {items.map((item) => (
                <MenuRow key={item.label} item={item} onDone={close} />
              ))}
            </Fragment>
          ))}
    </div>
  );
}

/** The item that a key leads to: arrows and a first letter go around. */
function targetOf(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const isFound = (item: HTMLElement) => item.textContent?.toLowerCase().startsWith(key.toLowerCase());
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(isFound);
}

function MenuRow({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const { label, icon: Icon, note } = item;
  const isDisabled = 'onSelect' in item && item.isDisabled === true;
  const className = clsx(
    'flex min-h-11 w-full items-center gap-3 px-4 py-1.5 text-left no-underline outline-none',
    'hover:bg-neutral-soft focus:bg-accent-soft focus:text-on-accent-soft forced-colors:focus:outline',
    isDisabled && 'text-ink-faint',
  );
  const words = (
    <>
      {Icon && <Icon aria-hidden="true" className="size-4.5 shrink-0" />}
      <span className="min-w-0 flex-1 wrap-anywhere">
        {label}
        {note && <span className="block text-sm opacity-80">{note}</span>}
      </span>
    </>
  );
  if ('to' in item) {
    return (
      <Link to={item.to} role="menuitem" tabIndex={-1} className={className} onClick={onDone}>
        {words}
      </Link>
    );
  }
  const { isChosen, onSelect } = item;
  const isChoice = isChosen !== undefined;
  return (
    <button
      type="button"
      role={isChoice ? 'menuitemradio' : 'menuitem'}
      {...(isChoice && { 'aria-checked': isChosen })}
      aria-disabled={isDisabled || undefined}
      tabIndex={-1}
      className={className}
      onClick={() => {
        if (isDisabled) return;
        if (!isChoice) onDone();
        onSelect();
      }}
    >
      {words}
      {isChosen && <Check aria-hidden="true" className="size-4" />}
    </button>
  );
}
