import { Tabs as Base } from '@base-ui/react/tabs';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  /** A small count or mark after the label. */
  mark?: ReactNode;
  content: ReactNode;
}

interface TabsProps<Value extends string> {
  /** Names the row of tabs for screen readers. */
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  /** May be called with the one that is open. */
  onChange: (value: Value) => void;
}

/** Views of one thing, one at a time. Only the shown one is in the page; the row scrolls sideways on phones. */
export function Tabs<Value extends string>({ label, items, value, onChange }: TabsProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  const shown = useRef(value);
  useOpenInSight(row, value);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    const open = row.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!open) return;
    // Opened by a link of the view that goes now: the keyboard must not start again at the top of the page.
    const focused = document.activeElement;
    const panel = focused?.closest('[role="tabpanel"]');
    const isLost = focused === document.body || (panel && panel.getAttribute('aria-labelledby') !== open.id);
    if (isLost) open.focus({ preventScroll: true });
  }, [value]);
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Base.List
        ref={row}
        aria-label={label}
        className="edge-fade relative -mx-1 flex gap-1 overflow-x-auto border-b border-rule px-1 [scrollbar-width:none] print:hidden"
      >
        {items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            data-value={item.value}
            // The open one counts too: pressed while another is on its way, it is wanted back.
            onClick={() => item.value === value && onChange(item.value)}
            className="relative inline-flex min-h-11 shrink-0 items-center gap-2 rounded-t-md px-3.5 sm:min-h-12 font-medium text-ink-soft transition-colors -outline-offset-2 hover:text-ink data-active:text-ink"
          >
            {item.label}
            {item.mark}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-(--active-tab-left) h-[3px] w-(--active-tab-width) rounded-t-sm bg-accent transition-[left,width] duration-200" />
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="pt-4 outline-none sm:pt-6 print:pt-0">
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

/**
 * Keeps the open view's name in the middle of a row that is wider than the screen, and marks the ends beyond which
 * it goes on (styles/edge-fade.css).
 */
function useOpenInSight(row: RefObject<HTMLDivElement | null>, value: string): void {
  useEffect(() => {
    const strip = row.current;
    const open = strip?.querySelector<HTMLElement>(`[data-value="${CSS.escape(value)}"]`);
    if (!strip || !open) return;
    const markEnds = () => {
      const rest = strip.scrollWidth - strip.clientWidth - strip.scrollLeft;
      strip.toggleAttribute('data-more-before', strip.scrollLeft > 1);
      strip.toggleAttribute('data-more-after', rest > 1);
    };
    // A mark that comes later moves all names after it.
    const observer = new ResizeObserver(() => {
      strip.scrollLeft = open.offsetLeft - (strip.clientWidth - open.offsetWidth) / 2;
      markEnds();
    });
    for (const each of [strip, ...strip.querySelectorAll('[role="tab"]')]) observer.observe(each);
    strip.addEventListener('scroll', markEnds, { passive: true });
    return () => {
      observer.disconnect();
      strip.removeEventListener('scroll', markEnds);
    };
  }, [row, value]);
}
