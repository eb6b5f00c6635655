import { useState } from 'react';
import { z } from 'zod';
import { keepJson, readJson } from '../../../lib/local-store.ts';

/** Where this browser keeps how its owner likes the inbox. */
const INBOX_SETTINGS_KEY = 'admin:inbox';

const schema = z.object({
  /** Opening a new message marks it as read. */
  marksOnOpen: z.boolean().catch(false),
  /** Single letters do things (they can be switched off: WCAG 2.1.4). */
  hasKeys: z.boolean().catch(true),
});
export type InboxSettings = z.infer<typeof schema>;

/** How the inbox behaves in this browser: nothing is marked by itself, and the keys work, until somebody says otherwise. */
export function useInboxSettings(): [settings: InboxSettings, change: (to: Partial<InboxSettings>) => void] {
  const [settings, setSettings] = useState<InboxSettings>(
    () =>
      readJson(INBOX_SETTINGS_KEY, (stored) => schema.safeParse(stored).data) ?? {
        marksOnOpen: false,
        hasKeys: true,
      },
  );
  const change = (to: Partial<InboxSettings>) => {
    const next = { ...settings, ...to };
    keepJson(INBOX_SETTINGS_KEY, next);
    setSettings(next);
  };
  return [settings, change];
}
