import { isBeingPressed } from './after-press.ts';

/**
 * The `ref` of a bar along the window's lower edge. Scrolls a control of its form that gets the focus, other than by
 * a press, until the bar covers none of it: Firefox doesn't scroll while any part of the control is in view.
 */
export function keepFocusAbove(bar: HTMLElement | null) {
  const form = bar?.closest<HTMLElement>('form, main');
  const scroll = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || bar?.contains(target) || target.tabIndex < 0 || isBeingPressed())
      return;
    target.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
  form?.addEventListener('focusin', scroll);
  return () => form?.removeEventListener('focusin', scroll);
}
