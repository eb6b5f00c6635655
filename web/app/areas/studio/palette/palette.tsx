import { api } from '@atelier/domain/api.ts';
import { enquiryPath, notePath, studioProjectPath, userPath } from '@atelier/domain/pages.ts';
import { projectName } from '@atelier/domain/projects/rules.ts';
import { shortId, truncate } from '@atelier/domain/text.ts';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { callApi } from '../../../lib/api/api-client.ts';
import { adminKeys } from '../../../lib/api/query-client.ts';
import { useNavigate } from '../../../lib/pages/links.ts';
import { useSession } from '../../../lib/session/session.ts';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { controlClass } from '../../../ui/forms/field.tsx';
import { SEARCH_MAX } from '../../../ui/list/list-address.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { adminLinks } from '../layout/admin-navigation.tsx';
import { keepRecentPlace, type Place, type PlaceGroup, readRecentPlaces } from './recent-places.ts';

/** The value once it has been stable for `delay` milliseconds. */
function useDebounced<Value>(value: Value, delay: number): Value {
  const [stable, setStable] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStable(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return stable;
}

/** Results of each kind; the list itself has the rest. */
const LIMIT = 5;

/** A note's beginning, as far as a row shows it. */
const NOTE_PREVIEW = 80;

/** Projects, people, enquiries and notes that contain a text: four calls, each cancelled when it changes. */
function findPlaces(q: string) {
  const search = (label: string, key: readonly string[], find: (signal: AbortSignal) => Promise<Place[]>) =>
    queryOptions({
      queryKey: [...key, 'palette', q],
      queryFn: async ({ signal }): Promise<PlaceGroup> => ({ label, items: await find(signal) }),
      enabled: q !== '',
    });
  const query = { q, status: 'all', limit: LIMIT } as const;
  return [
    search('Projects', adminKeys.projects, async (signal) =>
      (await callApi(api.listProjects, { query, signal })).items.map((project) => ({
        to: studioProjectPath(project._id),
        label: projectName(project),
        detail: `#${shortId(project._id)}`,
      })),
    ),
    search('People', adminKeys.users, async (signal) =>
      (await callApi(api.listUsers, { query: { q, limit: LIMIT }, signal })).map((user) => ({
        to: userPath(user._id),
        label: user.username ?? user.email,
        detail: user.username ? user.email : '',
      })),
    ),
    search('Enquiries', adminKeys.enquiries, async (signal) =>
      (await callApi(api.listEnquiries, { query, signal })).items.map((enquiry) => ({
        to: enquiryPath(enquiry._id),
        label: enquiry.name,
        detail: enquiry.email,
      })),
    ),
    search('Notes', adminKeys.notes, async (signal) =>
      (await callApi(api.searchNotes, { query: { q, limit: LIMIT }, signal })).items.map((note) => ({
        to: notePath(note.about, note._id),
        label: truncate(note.body.replace(/\s+/g, ' '), NOTE_PREVIEW),
        detail: note.about.title,
      })),
    ),
  ];
}

/** The search waits until typing pauses for this long, in ms. */
const DELAY_MS = 200;

export interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  /** Takes the focus after navigation. */
  main: RefObject<HTMLElement | null>;
  /** The search text. */
  text: string;
  onText: (text: string) => void;
  /** Whether Enter was pressed before it had the focus: it then goes to the first place that it finds. */
  isEntered: boolean;
}

/** Goes to any screen, project, person or enquiry by a few letters of its name, or to a note by its words. */
export default function Palette({ isOpen, onClose, main, text, onText, isEntered }: PaletteProps) {
  const [hasChosen, setChosen] = useState(false);
  // Focuses the page itself: its first control depends on how much of it has loaded.
  const focusMain = () => {
    queueMicrotask(() => main.current?.focus());
    return false;
  };
  const box = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        setChosen(false);
        onClose();
      }}
      title="Go to"
      initialFocus={box}
      {...(hasChosen && { finalFocus: focusMain })}
    >
      <Finder
        box={box}
        text={text}
        onText={onText}
        isEntered={isEntered}
        onGo={() => {
          setChosen(true);
          onClose();
        }}
      />
    </Dialog>
  );
}

function Finder({
  box,
  text,
  onText,
  isEntered,
  onGo,
}: Pick<PaletteProps, 'text' | 'onText' | 'isEntered'> & {
  box: RefObject<HTMLInputElement | null>;
  onGo: () => void;
}) {
  const navigate = useNavigate();
  const session = useSession();
  const accountId = session.status === 'signed-in' ? session.user.id : '';
  const [recent] = useState(() => readRecentPlaces(accountId));
  const typed = text.trim().slice(0, SEARCH_MAX);
  const q = useDebounced(typed, DELAY_MS);
  const found = useQueries({ queries: findPlaces(q) });
  const isSearching = typed !== '' && (typed !== q || found.some((query) => query.isLoading));
  const isFailed = typed !== '' && found.some((query) => query.isError);
  // Results for another text no longer show.
  const groups = placeGroups(typed, recent, typed === q ? found.flatMap(({ data }) => data ?? []) : []);
  const count = groups.reduce((sum, group) => sum + group.items.length, 0);

  const go = (place: Place) => {
    keepRecentPlace(accountId, place);
    onGo();
    navigate(place.to);
  };
  const first = groups[0]?.items[0];
  const goToFirst = useEffectEvent(() => first && go(first));
  const hasFirst = first !== undefined;
  useEffect(() => {
    if (isEntered && hasFirst) goToFirst();
  }, [isEntered, hasFirst]);
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups}
      value={text}
      onValueChange={onText}
      autoHighlight="always"
      keepHighlight
      itemToStringValue={(place: Place) => place.label}
    >
      <Autocomplete.Input
        ref={box}
        aria-label="Screen, project, person, enquiry or note"
        placeholder="Screen, project, person, note…"
        maxLength={SEARCH_MAX}
        className={controlClass()}
        onKeyDown={({ key, currentTarget, nativeEvent }) => {
          // The list marks its first entry a moment after it has changed.
          const isMarked = currentTarget.hasAttribute('aria-activedescendant');
          if (key === 'Enter' && first && !isMarked && !nativeEvent.isComposing) go(first);
        }}
      />
      <Autocomplete.List
        aria-label="Places"
        className="-mx-2 h-[min(24rem,50dvh)] overflow-y-auto overscroll-contain px-2 outline-none"
      >
        {(group: PlaceGroup) => (
          <Autocomplete.Group key={group.label} items={group.items} className="pb-3">
            <Autocomplete.GroupLabel className="px-3 py-1.5 text-xs font-semibold text-ink-faint">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(place: Place) => (
                <Autocomplete.Item
                  key={place.to}
                  value={place}
                  onClick={() => go(place)}
                  className="flex min-h-11 cursor-default items-center justify-between gap-4 rounded-md px-3 py-1.5 data-highlighted:bg-accent-soft data-highlighted:text-on-accent-soft"
                >
                  <span className="truncate font-medium">{place.label}</span>
                  <span className="truncate text-sm opacity-80">{place.detail}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <StatusLine tone={isFailed ? 'danger' : 'neutral'}>
        {standing({ isSearching, isFailed, isEmpty: count === 0, typed })}
      </StatusLine>
    </Autocomplete.Root>
  );
}

/** Without a text: recent places and all screens. With one: matching screens and the results. */
function placeGroups(typed: string, recent: Place[], found: readonly PlaceGroup[]): PlaceGroup[] {
  const wanted = typed.toLowerCase();
  const screens = adminLinks
    .filter((link) => link.label.toLowerCase().includes(wanted))
    .map((link) => ({ to: link.to, label: link.label, detail: '' }));
  const others =
    typed === '' ? screens.filter(({ to }) => !recent.some((place) => place.to === to)) : screens;
  return [
    ...(typed === '' ? [{ label: 'Recent', items: recent }] : []),
    { label: 'Screens', items: others },
    ...found,
  ].filter((group) => group.items.length > 0);
}

function standing({
  isSearching,
  isFailed,
  isEmpty,
  typed,
}: {
  isSearching: boolean;
  isFailed: boolean;
  isEmpty: boolean;
  typed: string;
}): string {
  if (isSearching) return 'Searching…';
  if (isFailed) return 'A search failed, so something may be missing. Keep typing to try again.';
  if (isEmpty) return `Nothing is called “${typed}”.`;
  return 'Choose with ↑ and ↓, open with Enter.';
}
