import { type KeyboardEvent, useState } from 'react';

/** A list with one of its items at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...items.slice(from, from + 1));
}

/** What a list says of its item that is being moved, to people who don't see it. */
export interface MoveWords {
  pickedUp: (id: string, place: number) => string;
  wouldBe: (id: string, place: number) => string;
  putBack: (id: string) => string;
}

/**
 * Moves an item of a list by its handle and the keyboard: Space or Enter picks it up and puts it down, the arrows move
 * it by a place, and Escape or leaving the handle puts it back. Works by places alone, never by where things are drawn,
 * so that keys pressed while rows still glide to their places count.
 */
export function useKeyboardMove(
  ids: readonly string[],
  words: MoveWords,
  onMoved: (from: number, to: number) => void,
) {
  const [held, setHeld] = useState<{ id: string; to: number }>();
  const [announcement, setAnnouncement] = useState('');
  const from = held ? ids.indexOf(held.id) : -1;
  // The list may have become shorter meanwhile.
  const to = held ? Math.min(held.to, ids.length - 1) : -1;
  const isHeld = (id: string) => from >= 0 && held?.id === id;
  const putBack = (id: string) => {
    setHeld(undefined);
    setAnnouncement(words.putBack(id));
  };
  const press = (id: string, key: string): boolean => {
    if (key === ' ' || key === 'Enter') {
      if (!isHeld(id)) {
        setHeld({ id, to: ids.indexOf(id) });
        setAnnouncement(words.pickedUp(id, ids.indexOf(id)));
        return true;
      }
      setHeld(undefined);
      setAnnouncement('');
      if (to !== from) onMoved(from, to);
      return true;
    }
    if (!isHeld(id)) return false;
    if (key === 'Escape') {
      putBack(id);
      return true;
    }
    const next = key === 'ArrowUp' ? to - 1 : key === 'ArrowDown' ? to + 1 : undefined;
    if (next === undefined) return false;
    if (next >= 0 && next < ids.length) {
      setHeld({ id, to: next });
      setAnnouncement(words.wouldBe(id, next));
    }
    return true;
  };
  return {
    /** The order if the held item were dropped now. */
    order: from >= 0 ? moved(ids, from, to) : ids,
    /** To be read out by a live region. */
    announcement,
    /** The place, from 0, that an item would have if it were put down now; undefined for one that isn't held. */
    placeHeld: (id: string) => (isHeld(id) ? to : undefined),
    /** Puts the held item back, as when another one is dragged. */
    letGo: () => {
      if (held) putBack(held.id);
    },
    /** For the handle of an item. */
    handle: (id: string) => ({
      onKeyDown: (event: KeyboardEvent) => {
        if (event.repeat && (event.key === ' ' || event.key === 'Enter')) event.preventDefault();
        else if (press(id, event.key)) event.preventDefault();
      },
      onBlur: () => {
        if (isHeld(id)) putBack(id);
      },
    }),
  };
}
