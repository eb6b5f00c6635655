import { api } from '@atelier/domain/api.ts';
import type { Note } from '@atelier/domain/notes/schema.ts';
import { noteAnchor } from '@atelier/domain/pages.ts';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { failureMessage } from '../../lib/api/api-error.ts';
import { newKey } from '../../lib/api/query-client.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { useAnchorFocus } from '../../lib/pages/use-anchor-focus.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { NoteForm } from './note-form.tsx';
import { changesNotes, listNotes } from './notes.queries.ts';

/** How many notes show before the rest is asked for. */
const SHOWN = 5;

/** The studio's notes about a project or an enquiry, newest first. */
export function NotesPanel({ about }: { about: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const query = useQuery(listNotes(about));
  const { hash } = useLocation();
  // A note that is open to be changed stays when it is deleted elsewhere, with what is being typed.
  const [open, setOpen] = useState<readonly Note[]>([]);
  const listed = query.data ?? [];
  const gone = open.filter(({ id }) => !listed.some((note) => note.id === id));
  const notes = [...listed, ...gone].toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const [isWhole, setWhole] = useState(false);
  // Among the rest can be the note that a link names, or one that is being changed while newer ones arrive.
  const needsRest = notes
    .slice(SHOWN)
    .some(({ id }) => hash === `#${noteAnchor(id)}` || open.some((each) => each.id === id));
  const shown = isWhole || needsRest ? notes : notes.slice(0, SHOWN);
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 ref={heading} id={id} tabIndex={-1} className="text-lg outline-none">
          Notes
        </h2>
        <p className="text-sm text-ink-faint">Only the studio sees these.</p>
      </div>
      <AddNote about={about} />
      <QueryState query={query} label="Loading the notes…" rows={2} fallback="Failed to load the notes." />
      {notes.length > 0 && (
        <ul aria-labelledby={id} className="grid grid-cols-1 divide-y divide-rule">
          {shown.map((note) => (
            <NoteRow
              key={note.id}
              note={note}
              isDeleted={gone.includes(note)}
              onOpen={() => setOpen((now) => [...now, note])}
              onClose={() => setOpen((now) => now.filter(({ id }) => id !== note.id))}
              onGone={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      {shown.length < notes.length && (
        <Button size="sm" variant="quiet" className="justify-self-start" onClick={() => setWhole(true)}>
          Show all {notes.length} notes
        </Button>
      )}
    </section>
  );
}

function AddNote({ about }: { about: string }) {
  const adding = useCall(api.addNote, changesNotes);
  const [key, setKey] = useState(newKey);
  return (
    <NoteForm
      label="New note"
      submitLabel="Add note"
      pendingLabel="Adding…"
      change={adding}
      onSubmit={(body, onArrived) =>
        adding.mutate(
          { params: { id: about }, body: { body, key } },
          {
            onSuccess: () => {
              setKey(newKey());
              onArrived();
            },
          },
        )
      }
    />
  );
}

function NoteRow({
  note,
  isDeleted,
  onOpen,
  onClose,
  onGone,
}: {
  note: Note;
  /** Deleted elsewhere while it is open here. */
  isDeleted: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** Takes the keyboard of a row that disappears. */
  onGone: () => void;
}) {
  const row = useRef<HTMLLIElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  useAnchorFocus(noteAnchor(note.id), row);
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const removal = useCall(api.deleteNote, changesNotes);
  const end = () => {
    setEditing(false);
    onClose();
    if (isDeleted) onGone();
  };
  // The keyboard goes back to the button, which is there again only once the form has gone.
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <li
      ref={row}
      id={noteAnchor(note.id)}
      tabIndex={-1}
      className="grid grid-cols-1 gap-1 py-2 target:bg-accent-soft/40"
    >
      {isEditing ? (
        <EditNote note={note} isDeleted={isDeleted} onEnd={end} />
      ) : (
        <>
          <p className="text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere">{note.body}</p>
          <div className="-my-1 flex items-center justify-between gap-2">
            <p className="min-w-0 truncate text-xs text-ink-faint">
              {note.authorName} ·{' '}
              <time dateTime={note.createdAt} title={formatDateTime(note.createdAt)}>
                {formatAgo(note.createdAt)}
              </time>
              {note.editedAt && <span> · edited</span>}
            </p>
            <span className="-mr-2.5 flex shrink-0">
              <IconButton
                ref={editButton}
                label="Edit this note"
                onClick={() => {
                  onOpen();
                  setEditing(true);
                }}
              >
                <Pencil aria-hidden="true" />
              </IconButton>
              <IconButton label="Delete this note" onClick={() => setAsking(true)}>
                <Trash2 aria-hidden="true" />
              </IconButton>
            </span>
          </div>
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete this note?"
        description="This can’t be undone."
        confirmLabel="Delete"
        pendingLabel="Deleting…"
        isDangerous
        isPending={removal.isPending}
        error={removal.error ? failureMessage(removal.error, 'Failed to delete the note.') : undefined}
        onConfirm={() =>
          removal.mutate(
            { params: { id: note.id } },
            {
              onSuccess: () => {
                setAsking(false);
                onGone();
              },
            },
          )
        }
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

/** Changes a note in its place. Words saved elsewhere meanwhile are shown, and the next Save replaces them knowingly. */
function EditNote({ note, isDeleted, onEnd }: { note: Note; isDeleted: boolean; onEnd: () => void }) {
  const edit = useCall(api.editNote, changesNotes);
  const [opened] = useState(note.body);
  const [seen, setSeen] = useState({ body: note.body, tries: 0 });
  // The notes were refetched before the failure is shown.
  if (edit.isError && seen.tries !== edit.submittedAt) {
    setSeen({ body: note.body, tries: edit.submittedAt });
  }
  return (
    <>
      {isDeleted && (
        <Alert tone="warning" className="mb-2">
          This note was deleted meanwhile. Copy what you want to keep.
        </Alert>
      )}
      {!isDeleted && note.body !== opened && !(edit.isPending || edit.isSuccess) && (
        <Alert tone="warning" className="mb-2">
          The note was changed meanwhile. It now reads:
          <span className="mt-1 line-clamp-6 block whitespace-pre-wrap wrap-anywhere">{note.body}</span>
        </Alert>
      )}
      <NoteForm
        label="The note"
        initial={opened}
        submitLabel="Save"
        pendingLabel="Saving…"
        change={edit}
        onCancel={onEnd}
        onSubmit={(body) =>
          edit.mutate({ params: { id: note.id }, body: { body, seen: seen.body } }, { onSuccess: onEnd })
        }
      />
    </>
  );
}
