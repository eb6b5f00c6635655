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

/** It comes when it is first asked for. */
const Palette = lazy(() => arrive(() => import('./palette.tsx')));

/** The palette, how to open it, and Ctrl K or ⌘ K, which open and close it from anywhere in the admin area. */
export function usePalette(main: RefObject<HTMLElement | null>): { palette: ReactNode; open: () => void } {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  // Here, and not in the palette: whoever knows the keys types on before its box is there.
  const [text, setText] = useState('');
  if (isOpen && !wasOpen) setWasOpen(true);
  const open = () => {
    setText('');
    setOpen(true);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isShortcut(event)) {
      event.preventDefault();
      if (isOpen) setOpen(false);
      else open();
    } else if (isOpen && isEarlyLetter(event)) {
      event.preventDefault();
      setText((typed) => typed + event.key);
    }
  });
  // No later than the page is seen: whoever knows the keys presses them at once.
  useLayoutEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const palette = wasOpen && (
    <Suspense fallback={null}>
      <Palette isOpen={isOpen} onClose={() => setOpen(false)} main={main} text={text} onText={setText} />
    </Suspense>
  );
  return { palette, open };
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** A letter that no field takes: the box has yet to come, or another part of the window has the keyboard. */
function isEarlyLetter({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isLetter = [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
  return isLetter && !(target instanceof HTMLInputElement && target.closest('[role="dialog"]'));
}
