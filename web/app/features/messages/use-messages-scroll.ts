import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/**
 * Within this distance of its end a conversation counts as read, and of its start as asking for
 * more; in px.
 */
const NEAR = 80;

interface MessagesScroll {
  box: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** Undefined until the messages are loaded. */
  isAtEnd: boolean | undefined;
  toEnd: () => void;
}

/**
 * Keeps a conversation where its reader is: at the end while they are there, else on the same message while others come or go
 * above it and however wide the window becomes, and where the unread part begins when it is opened.
 * @param first the oldest row that is shown, by its key; undefined while there is none
 * @param last the newest row; undefined before the messages are loaded, empty where nothing is in it
 * @param isOwnLast whether the newest row is the reader's own, which they want to see
 * @param isBusy whether older messages cannot be requested now: reaching the beginning then requests them later
 */
export function useMessagesScroll({
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
}): MessagesScroll {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef({ last, isAtEnd: true, isOpen: false, tops: new Map<HTMLElement, number>() });
  const [isAtEnd, setIsAtEnd] = useState<boolean>();
  const isWaiting = useRef(false);

  const measure = () => {
    const element = box.current;
    if (!element) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    shown.current.isAtEnd = atEnd;
    setIsAtEnd(atEnd);
  };
  const toEnd = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
    measure();
  };
  /** Scrolls with `place`, then measures from there. */
  const reposition = (place: (element: HTMLElement) => void) => {
    const element = box.current;
    if (!element) return;
    place(element);
    const messages = element.querySelectorAll<HTMLElement>('li[data-side]');
    shown.current.tops = new Map(Array.from(messages, (message) => [message, message.offsetTop]));
    measure();
  };
  /**
   * Keeps the visible message in place: the first page drops its oldest message for each new one.
   */
  const stay = (element: HTMLElement) => {
    const { isAtEnd: wasAtEnd, tops } = shown.current;
    if (wasAtEnd) {
      element.scrollTop = element.scrollHeight;
      return;
    }
    for (const [message, top] of tops) {
      if (top < element.scrollTop || !message.isConnected) continue;
      element.scrollTop += message.offsetTop - top;
      return;
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is above changes with the first row
  useLayoutEffect(() => {
    const before = { ...shown.current };
    if (last === undefined) return;
    shown.current.last = last;
    shown.current.isOpen = true;
    reposition((element) => {
      if (!before.isOpen) {
        const mark = element.querySelector<HTMLElement>('[data-unread]');
        element.scrollTop = mark ? mark.offsetTop - NEAR / 2 : element.scrollHeight;
      } else if (last !== before.last && isOwnLast) element.scrollTop = element.scrollHeight;
      else stay(element);
    });
  }, [first, last, isOwnLast]);

  // Also when lines wrap differently, as on rotation, or a message grows, as after a failure.
  const onResize = useEffectEvent(() => shown.current.isOpen && reposition(stay));
  const hasRows = Boolean(last);
  useEffect(() => {
    const list = box.current?.querySelector('ol');
    if (!box.current || !list || !hasRows) return;
    const observer = new ResizeObserver(() => onResize());
    observer.observe(box.current);
    observer.observe(list);
    return () => observer.disconnect();
  }, [hasRows]);

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
