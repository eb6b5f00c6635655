import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { createKeptStore } from '../../../lib/account-store.ts';
import { parseJson } from '../../../lib/local-json.ts';
import { INBOX_SETTINGS_KEY } from '../../../lib/storage-keys.ts';

const schema = z.object({
  /** Opening a new message marks it as read. */
  marksOnOpen: z.boolean().catch(false),
  /** Single letters do things (they can be switched off: WCAG 2.1.4). */
  hasKeys: z.boolean().catch(true),
});
export type InboxSettings = z.infer<typeof schema>;

/** Nothing is marked by itself, and the keys work, until the studio says otherwise. */
const DEFAULTS: InboxSettings = { marksOnOpen: false, hasKeys: true };

const settings = createKeptStore<InboxSettings>({
  scope: 'device',
  key: INBOX_SETTINGS_KEY,
  parse: (text) => parseJson(text, (stored) => schema.safeParse(stored).data) ?? DEFAULTS,
  print: JSON.stringify,
});

/** How the inbox behaves in this browser. */
export function useInboxSettings(): [settings: InboxSettings, change: (to: Partial<InboxSettings>) => void] {
  const current = useSyncExternalStore(settings.subscribe, settings.get);
  return [current, (to) => settings.keep({ ...settings.get(), ...to })];
}
