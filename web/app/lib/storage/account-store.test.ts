import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteAccountData } from './account-data.ts';
import { createAccountStore, createKeptStore, emptyMemory } from './account-store.ts';
import {
  type AccountKey,
  ENQUIRY_KEY,
  PENDING_SUBMISSION_KEY,
  RECENT_PLACES_KEY,
  SAVED_FILTERS_KEY,
  SESSION_HINT_KEY,
  SIDEBAR_COLLAPSED_KEY,
  TAB_OWNER_KEY,
  TYPED_TEXT_KEY,
  UNSENT_KEY,
} from './local-store.ts';
import { createStore } from './store.ts';

class StorageArea {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

let local: StorageArea;
let tab: StorageArea;
let page: EventTarget;

beforeEach(() => {
  local = new StorageArea();
  tab = new StorageArea();
  page = new EventTarget();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', tab);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});

/** The effect of another tab's write here. */
function writeElsewhere(key: string, value: string) {
  local.setItem(key, value);
  page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: value }));
}

const keptText = (scope: 'account' | 'device') => {
  const settings = { parse: (text: string | undefined) => text ?? '', print: (text: string) => text };
  return scope === 'account'
    ? createKeptStore({ scope, key: RECENT_PLACES_KEY, ...settings })
    : createKeptStore({ scope, key: SIDEBAR_COLLAPSED_KEY, ...settings });
};

describe('createStore', () => {
  it('calls its listeners on every change until they unsubscribe', () => {
    const store = createStore(1);
    const listener = vi.fn();
    const leave = store.subscribe(listener);
    store.set(2);
    leave();
    store.set(3);
    expect(store.get()).toBe(3);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('deletes an account’s value with its user and keeps the page’s', () => {
    const ofAccount = createAccountStore('nobody');
    const ofPage = createStore('start');
    const listener = vi.fn();
    ofAccount.set('Ada');
    ofPage.set('changed');
    ofAccount.subscribe(listener);
    emptyMemory();
    expect([ofAccount.get(), ofPage.get()]).toEqual(['nobody', 'changed']);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('createKeptStore', () => {
  it('starts with the stored value and stores each new one', () => {
    local.setItem(SIDEBAR_COLLAPSED_KEY, 'before');
    const store = keptText('device');
    expect(store.get()).toBe('before');
    expect(store.keep('after')).toBe(true);
    expect(local.getItem(SIDEBAR_COLLAPSED_KEY)).toBe('after');
  });

  it('reads storage when it is created, not when its value is requested', () => {
    const read = vi.spyOn(local, 'getItem');
    const store = keptText('device');
    store.get();
    store.get();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('follows another tab', () => {
    const store = keptText('device');
    const listener = vi.fn();
    store.subscribe(listener);
    writeElsewhere(SIDEBAR_COLLAPSED_KEY, 'elsewhere');
    writeElsewhere(SESSION_HINT_KEY, 'of no interest');
    expect(store.get()).toBe('elsewhere');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('holds its value in memory when storage is full', () => {
    const store = keptText('device');
    vi.spyOn(local, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(store.keep('typed')).toBe(false);
    expect(store.get()).toBe('typed');
  });

  it('holds its value in memory when storage is denied', () => {
    vi.stubGlobal('localStorage', undefined);
    const store = keptText('device');
    expect(store.keep('typed')).toBe(false);
    expect(store.get()).toBe('typed');
  });

  it('is emptied by a sign-out when it belongs to an account, without further code', () => {
    const ofAccount = keptText('account');
    const ofDevice = keptText('device');
    ofAccount.keep('Ada');
    ofDevice.keep('narrow');
    deleteAccountData();
    expect([ofAccount.get(), ofDevice.get()]).toEqual(['', 'narrow']);
    expect(local.getItem(RECENT_PLACES_KEY)).toBeNull();
  });
});

describe('deleteAccountData', () => {
  /** One entry of each kind, as its module writes it. */
  const entriesOf = (userId: string): Record<AccountKey, [StorageArea, string, string]> => ({
    [UNSENT_KEY]: [local, `${UNSENT_KEY}:${userId}/thread`, 'Hello'],
    [RECENT_PLACES_KEY]: [local, RECENT_PLACES_KEY, JSON.stringify({ of: userId, places: [] })],
    [SAVED_FILTERS_KEY]: [local, SAVED_FILTERS_KEY, JSON.stringify({ of: userId, filters: [] })],
    [TYPED_TEXT_KEY]: [tab, `${TYPED_TEXT_KEY}username:${userId}`, 'ada'],
    [ENQUIRY_KEY]: [tab, ENQUIRY_KEY, '{"name":"Ada"}'],
  });
  const write = (userId: string) => {
    tab.setItem(TAB_OWNER_KEY, userId);
    for (const [area, key, text] of Object.values(entriesOf(userId))) area.setItem(key, text);
  };
  const left = (userId: string) =>
    Object.values(entriesOf(userId)).flatMap(([area, key]) => (area.getItem(key) === null ? [] : [key]));

  it('deletes at sign-out what modules not loaded have stored', () => {
    write('ada');
    deleteAccountData();
    expect(left('ada')).toEqual([]);
    expect(tab.getItem(TAB_OWNER_KEY)).toBeNull();
  });

  it('keeps the data of the user who signs in', () => {
    write('ada');
    deleteAccountData('ada');
    expect(left('ada')).toHaveLength(5);
  });

  it('deletes the data of others when a user signs in', () => {
    write('ada');
    deleteAccountData('ben');
    expect(left('ada')).toEqual([]);
    expect(tab.getItem(TAB_OWNER_KEY)).toBe('ben');
  });

  it('hands a visitor’s enquiry to the user they sign in as', () => {
    tab.setItem(ENQUIRY_KEY, '{"name":"Ada"}');
    deleteAccountData('ada');
    expect(tab.getItem(ENQUIRY_KEY)).not.toBeNull();
  });

  it('distinguishes users in data stored by an earlier version', () => {
    const earlier = JSON.stringify({ userId: 'ada', threads: {} });
    local.setItem(UNSENT_KEY, earlier);
    deleteAccountData('ada');
    expect(local.getItem(UNSENT_KEY)).toBe(earlier);
    deleteAccountData('ben');
    expect(local.getItem(UNSENT_KEY)).toBeNull();
  });

  it('keeps the device’s settings and an unsent finished brief', () => {
    local.setItem(SESSION_HINT_KEY, 'admin');
    local.setItem(PENDING_SUBMISSION_KEY, '[]');
    deleteAccountData();
    expect([local.getItem(SESSION_HINT_KEY), local.getItem(PENDING_SUBMISSION_KEY)]).toEqual(['admin', '[]']);
  });

  it('deletes nothing and doesn’t throw when storage is denied', () => {
    vi.stubGlobal('localStorage', undefined);
    vi.stubGlobal('sessionStorage', undefined);
    expect(() => deleteAccountData()).not.toThrow();
  });
});
