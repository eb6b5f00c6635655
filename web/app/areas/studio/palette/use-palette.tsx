import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import { arrive } from '../../../lib/arrive.ts';

/** Loads when first opened. */
const Palette = lazy(() => arrive(() => import('./palette.tsx')));

/** The palette, how to open it, and Ctrl K or ⌘ K, which open and close it from anywhere in the admin area. */
export function usePalette(main: RefObject<HTMLElement | null>): { palette: ReactNode; open: () => void } {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  // Kept here: what is typed before the palette has loaded counts.
  const [text, setText] = useState('');
  const [isEntered, setEntered] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  // An early Enter was for the text as it was then.
  const type = (typed: string) => {
    setText(typed);
    setEntered(false);
  };
  const open = () => {
    type('');
    setOpen(true);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isShortcut(event)) {
      event.preventDefault();
      if (isOpen) setOpen(false);
      else open();
    } else if (isOpen && isEarlyLetter(event, text)) {
      event.preventDefault();
      type(text + event.key);
    } else if (isOpen && event.key === 'Enter' && !isInDialog(event)) {
      event.preventDefault();
      setEntered(true);
    }
  });
  // In a layout effect: the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const palette = wasOpen && (
    <Suspense fallback={null}>
      <Palette
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        main={main}
        text={text}
        onText={type}
        isEntered={isEntered}
      />
    </Suspense>
  );
  return { palette, open };
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/**
 * A letter typed while no field has the focus: the input has not loaded, or the focus is elsewhere. A space is one
 * between words; before the first, or on a button of the palette, it presses.
 */
function isEarlyLetter(event: KeyboardEvent, before: string): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if ([...key].length !== 1 || ctrlKey || metaKey || altKey) return false;
  if (key === ' ' && (before === '' || isInDialog(event))) return false;
  return !(target instanceof HTMLInputElement && isInDialog(event));
}

function isInDialog({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}
