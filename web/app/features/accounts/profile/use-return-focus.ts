import { useEffect, useRef } from 'react';

/**
 * For the button that opens a form in its own place: takes the focus back when the form is closed, which would
 * otherwise be lost with it.
 */
export function useReturnFocus(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
