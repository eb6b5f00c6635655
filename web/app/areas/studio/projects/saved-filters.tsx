import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../../lib/session/session.ts';
import { createKeptStore } from '../../../lib/storage/account-store.ts';
import { parseJson } from '../../../lib/storage/local-json.ts';
import { SAVED_FILTERS_KEY } from '../../../lib/storage/local-store.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { MenuButton } from '../../../ui/overlays/menu.tsx';

/** A search, status and order of the list that an admin named. */
interface SavedFilter {
  name: string;
  /** The list's address without its page: "q=bakery&status=all". */
  query: string;
}

const LIMIT = 12;
const NAME_MAX = 40;

/** Kept for the account: a search may name a client, and leaves the browser on sign-out. */
const saved = createKeptStore({
  scope: 'account',
  key: SAVED_FILTERS_KEY,
  parse: (text) => parseJson(text, parseKept),
  print: (kept) => kept && JSON.stringify(kept),
});

function parseKept(stored: unknown): { of: string; filters: SavedFilter[] } | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { of, filters } = stored as { of?: unknown; filters?: unknown };
  if (typeof of !== 'string' || !Array.isArray(filters)) return undefined;
  return { of, filters: filters.filter(isFilter).slice(0, LIMIT) };
}

function isFilter(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { name, query } = value as Record<string, unknown>;
  return typeof name === 'string' && typeof query === 'string';
}

/** The account's filters, and a function that stores others. */
function useSavedFilters() {
  const session = useSession();
  const kept = useSyncExternalStore(saved.subscribe, saved.get);
  const of = session.status === 'signed-in' ? session.user.id : '';
  const filters = kept?.of === of ? kept.filters : [];
  return { filters, keep: (next: SavedFilter[]) => saved.keep({ of, filters: next }) };
}

/** Names the list's search, status and order, and finds them again. */
export function SavedFilters() {
  const [params, setParams] = useSearchParams();
  const { filters, keep } = useSavedFilters();
  const [isNaming, setNaming] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const current = new URLSearchParams(params);
  current.delete('page');
  const query = current.toString();
  const chosen = filters.find((filter) => filter.query === query);

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (!name) return;
    const others = filters.filter((filter) => filter.name !== name);
    keep([...others, { name, query }].slice(-LIMIT));
    setNaming(false);
    showToast(`Saved “${name}”.`, { tone: 'success' });
  };
  return (
    <>
      <MenuButton
        label="Saved filters"
        variant="secondary"
        size="sm"
        sections={[
          filters.map((filter) => ({
            label: filter.name,
            isChosen: filter === chosen,
            onSelect: () => setParams(new URLSearchParams(filter.query), { preventScrollReset: true }),
          })),
          [
            { label: 'Save this filter…', icon: BookmarkPlus, onSelect: () => setNaming(true) },
            ...(chosen
              ? [
                  {
                    label: `Remove “${chosen.name}”`,
                    icon: Trash2,
                    onSelect: () => void keep(filters.filter((filter) => filter !== chosen)),
                  },
                ]
              : []),
          ],
        ]}
      >
        <Bookmark aria-hidden="true" className="size-4" />
        <span>{chosen?.name ?? 'Saved filters'}</span>
      </MenuButton>
      <Dialog
        isOpen={isNaming}
        onClose={() => setNaming(false)}
        title="Save this filter"
        description="Its search, status and order, in this browser until you sign out."
        initialFocus={field}
      >
        <form onSubmit={save} className="grid grid-cols-1 gap-5">
          <Field label="Name">
            <Input ref={field} name="name" required maxLength={NAME_MAX} autoComplete="off" />
          </Field>
          <Button type="submit" className="justify-self-end">
            Save
          </Button>
        </form>
      </Dialog>
    </>
  );
}
