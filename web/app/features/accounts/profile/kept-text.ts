import { useState } from 'react';
import { forgetWithStorage } from '../../../lib/storage/account-store.ts';
import { TYPED_TEXT_KEY } from '../../../lib/storage/local-store.ts';

/*
 * The unsaved text of a setting, kept until it is saved or cancelled: a session that ends meanwhile
 * loses nothing. For this tab and this user alone: lib/storage/account-data.ts deletes it with them.
 */
const keyOf = (userId: string, setting: string) => `${TYPED_TEXT_KEY}${setting}:${userId}`;

/** What the tab's storage holds. Only this page writes there, so one reading is enough. */
let texts = readAll();

function readAll(): Map<string, string> {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(TYPED_TEXT_KEY));
    return new Map(keys.map((key) => [key, sessionStorage.getItem(key) ?? '']));
  } catch {
    return new Map();
  }
}

forgetWithStorage(() => {
  texts = readAll();
});

function keep(key: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    if (text === undefined) texts.delete(key);
    else texts.set(key, text);
  } catch {
    // Storage is switched off or full: the form works, it only does not outlive the page.
  }
}

export interface KeptText {
  /** The unsaved text of an earlier visit; undefined if there is none. */
  initial: string | undefined;
  keep(text: string): void;
  forget(): void;
}

/** The unsaved text of a setting. */
export function useKeptText(userId: string, setting: 'username' | 'email'): KeptText {
  const key = keyOf(userId, setting);
  const [initial, setInitial] = useState(() => texts.get(key));
  return {
    initial,
    keep: (text) => keep(key, text),
    forget: () => {
      keep(key, undefined);
      setInitial(undefined);
    },
  };
}
