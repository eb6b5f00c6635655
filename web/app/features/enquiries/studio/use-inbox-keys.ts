import { useEffectEvent, useLayoutEffect } from 'react';

/** What each key of the inbox does. */
export type InboxKeys = Record<'j' | 'k' | 'r' | 'e' | 'x' | '?', () => void>;

/** Lets single keys do things, except while something is being typed or a window is open over the page. */
export function useInboxKeys(isOn: boolean, keys: InboxKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector('[role=dialog], [role=alertdialog]')) return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key as keyof InboxKeys] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  // No later than the page is seen: whoever knows the keys presses them at once.
  useLayoutEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

/** A letter belongs to whatever takes text, and to a list that is searched by its first letters. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return (
    target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}
