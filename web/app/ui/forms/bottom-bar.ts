import { isBeingPressed } from './after-press.ts';

/**
 * The `ref` of a bar along the window's lower edge: what gets the focus in its part of the page, but by a press, is brought above
 * it whole. Firefox leaves a control where it is as long as any of it is in sight.
 */
export function keepFocusAbove(bar: HTMLElement | null) {
  const part = bar?.closest<HTMLElement>('form, main');
  const bring = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || bar?.contains(target) || target.tabIndex < 0 || isBeingPressed())
      return;
    target.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
  part?.addEventListener('focusin', bring);
  return () => part?.removeEventListener('focusin', bring);
}
