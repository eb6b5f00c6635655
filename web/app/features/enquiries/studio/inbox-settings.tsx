import { useSyncExternalStore } from 'react';
import { createKeptStore } from '../../../lib/storage/account-store.ts';
import { parseJson } from '../../../lib/storage/local-json.ts';
import { INBOX_SETTINGS_KEY } from '../../../lib/storage/local-store.ts';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

interface InboxSettings {
  /** Opening a new message marks it as read. */
  marksOnOpen: boolean;
  /** Single letters do things (they can be switched off: WCAG 2.1.4). */
  hasKeys: boolean;
}

/** Nothing is marked automatically, and the keys work. */
const DEFAULTS: InboxSettings = { marksOnOpen: false, hasKeys: true };

function parseSettings(stored: unknown): InboxSettings | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { marksOnOpen, hasKeys }: Partial<InboxSettings> = stored;
  return { marksOnOpen: marksOnOpen === true, hasKeys: hasKeys !== false };
}

const settings = createKeptStore<InboxSettings>({
  scope: 'device',
  key: INBOX_SETTINGS_KEY,
  parse: (text) => parseJson(text, parseSettings) ?? DEFAULTS,
  print: JSON.stringify,
});

/** How the inbox behaves in this browser. */
export function useInboxSettings(): [settings: InboxSettings, change: (to: Partial<InboxSettings>) => void] {
  const current = useSyncExternalStore(settings.subscribe, settings.get);
  return [current, (to) => settings.keep({ ...settings.get(), ...to })];
}

const keys = [
  ['j', 'Next message'],
  ['k', 'Previous message'],
  ['r', 'Reply'],
  ['e', 'Archive'],
  ['x', 'Select or deselect'],
  ['?', 'Show this'],
] as const;

/** The inbox's automatic marking and its keys; remembered in this browser. */
export function InboxSettingsDialog({
  isOpen,
  onClose,
  settings,
  onChange,
}: {
  isOpen: boolean;
  onClose: () => void;
  settings: InboxSettings;
  onChange: (to: Partial<InboxSettings>) => void;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Shortcuts and settings"
      description="Remembered in this browser."
    >
      <div className="grid grid-cols-1 gap-2">
        <Checkbox
          label="Mark a new message as read when I open it"
          checked={settings.marksOnOpen}
          onChange={(event) => onChange({ marksOnOpen: event.target.checked })}
        />
        <Checkbox
          label="Use the shortcuts below"
          checked={settings.hasKeys}
          onChange={(event) => onChange({ hasKeys: event.target.checked })}
        />
      </div>
      <dl className="grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-y-2 border-t border-rule pt-5">
        {keys.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid size-8 place-items-center rounded-sm border border-edge bg-paper font-mono text-sm">
                {key}
              </kbd>
            </dt>
            <dd className="text-ink-soft">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
