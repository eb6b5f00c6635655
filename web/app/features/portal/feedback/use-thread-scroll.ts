import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** This near to its end a thread counts as read to the end, and to its beginning as asking for more; in px. */
const NEAR = 80;

interface ThreadScroll {
  box: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** Undefined before there is a thread: nobody has read to the end of what is not there yet. */
  isAtEnd: boolean | undefined;
  toEnd: () => void;
}

/**
 * Keeps a thread where its reader is: at the end while they are there, on the same message when older ones come in
 * above, and where the unread part begins when it is opened.
 * @param first the oldest row that is shown, by its key; undefined while there is none
 * @param last the newest row
 * @param isOwnLast whether the newest row is the reader's own, which they want to see
 * @param isBusy whether nothing can be asked for now: a reader who comes to the beginning meanwhile is not forgotten
 */
export function useThreadScroll({
  first,
  last,
  isOwnLast,
  isBusy,
  onNearStart,
}: {
  first: string | undefined;
  last: string | undefined;
  isOwnLast: boolean;
  isBusy: boolean;
  onNearStart: () => void;
}): ThreadScroll {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef({ first, last, height: 0, isAtEnd: true, isOpen: false });
  const [isAtEnd, setIsAtEnd] = useState<boolean>();
  const isWaiting = useRef(false);

  const measure = () => {
    const element = box.current;
    if (!element) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    shown.current.isAtEnd = atEnd;
    shown.current.height = element.scrollHeight;
    setIsAtEnd(atEnd);
  };
  const toEnd = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
    measure();
  };

  useLayoutEffect(() => {
    const element = box.current;
    const before = shown.current;
    if (!element || last === undefined) return;
    if (!before.isOpen) {
      const mark = element.querySelector<HTMLElement>('[data-unread]');
      element.scrollTop = mark ? mark.offsetTop - NEAR / 2 : element.scrollHeight;
    } else if (first !== before.first && last === before.last) {
      element.scrollTop += element.scrollHeight - before.height;
    } else if (last !== before.last && (before.isAtEnd || isOwnLast)) {
      element.scrollTop = element.scrollHeight;
    }
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    shown.current = { first, last, height: element.scrollHeight, isAtEnd: atEnd, isOpen: true };
    setIsAtEnd(atEnd);
  }, [first, last, isOwnLast]);

  const askIfNearStart = () => {
    if ((box.current?.scrollTop ?? NEAR) >= NEAR) return;
    if (isBusy) isWaiting.current = true;
    else onNearStart();
  };
  useEffect(() => {
    if (isBusy || !isWaiting.current) return;
    isWaiting.current = false;
    askIfNearStart();
  });
  const onScroll = () => {
    measure();
    askIfNearStart();
  };
  return { box, onScroll, isAtEnd, toEnd };
}
