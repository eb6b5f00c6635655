import { greetingName } from '@atelier/domain/accounts/rules.ts';
import { AppError, notFound } from '@atelier/domain/errors.ts';
import { MAX_NOTES } from '@atelier/domain/notes/rules.ts';
import type { AddNote, EditNote, StudioSubject } from '@atelier/domain/notes/schema.ts';
import type { Actor } from '../../core/access/access.ts';
import { countSearch, searchText } from '../../core/lists/search.repository.ts';
import {
  requireSubject,
  type StudioSubjects,
  subjectIds,
  subjectOf,
  type TitledRow,
} from '../../core/studio-subjects.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId, newIdAfter } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deleteNote,
  insertNote,
  listFoundNotes,
  listNotes,
  lockNote,
  updateNote,
} from './notes.repository.ts';
import type { NoteRow } from './notes.table.ts';

export interface NotesDeps extends Pick<Platform, 'db' | 'clock'> {
  subjects: StudioSubjects;
  /** Tells the studio's open pages, and nobody else's. */
  notesChanged(trx: Trx): Promise<void>;
}

/** A note and what it is about. */
export interface NoteAbout {
  note: NoteRow;
  about: StudioSubject;
}

/** The studio's notes about projects and enquiries. Every admin may change each of them: they are the studio's. */
export class NotesService {
  readonly #deps: NotesDeps;

  constructor(deps: NotesDeps) {
    this.#deps = deps;
  }

  /** Newest first. Throws not_found for a missing project or enquiry. */
  async list(about: string): Promise<NoteRow[]> {
    const { db, subjects } = this.#deps;
    return listNotes(db, requireSubject(await subjects.find(db, about)));
  }

  /** The newest notes that contain a text. */
  async search(asked: string, limit: number): Promise<NoteAbout[]> {
    const { db } = this.#deps;
    const found = await countSearch(db, { list: 'notes', asked });
    return (await listFoundNotes(db, found, limit)).map(withSubject);
  }

  /**
   * Writes a note. One already sent with the same key is returned as it is now.
   * @throws not_found, limit_reached, other_key for a key with a note about something else
   */
  async add(aboutId: string, { body, key = newId() }: AddNote, by: Actor): Promise<NoteAbout> {
    const { db, clock, subjects, notesChanged } = this.#deps;
    return transaction(db, async (trx) => {
      const about = requireSubject(await subjects.lock(trx, aboutId));
      const notes = await listNotes(trx, about);
      const isKnown = notes.some((note) => note.client_key === key && note.author_id === by.accountId);
      if (notes.length >= MAX_NOTES && !isKnown) {
        throw new AppError('limit_reached', `There can be up to ${MAX_NOTES} notes. Delete some first.`);
      }
      const note = await insertNote(trx, {
        id: newIdAfter(notes[0]?.id),
        ...subjectIds(about),
        body,
        author_id: by.accountId,
        author_name: greetingName(by),
        client_key: key,
        search_text: searchText(body),
        created_at: isoNow(clock),
        edited_at: null,
      });
      if ((note.project_id ?? note.enquiry_id) !== about.id) {
        throw new AppError('other_key', 'Another note was sent with this key.');
      }
      await notesChanged(trx);
      return { note, about };
    });
  }

  /**
   * Changes a note's words; the same words again change nothing.
   * @throws not_found, conflict if other words than the sender saw are stored
   */
  async edit(id: string, { body, seen }: EditNote): Promise<NoteAbout> {
    return this.#change(id, async (trx, { note, about }) => {
      if (note.body === body) return { note, about };
      if (seen !== undefined && seen !== note.body) {
        throw new AppError('conflict', 'The note was changed meanwhile. Save again to replace those words.');
      }
      const edited_at = isoNow(this.#deps.clock);
      const change = { body, search_text: searchText(body), edited_at };
      await updateNote(trx, id, change);
      return { note: { ...note, ...change }, about };
    });
  }

  /** Throws not_found for a missing note. */
  async delete(id: string): Promise<NoteAbout> {
    return this.#change(id, async (trx, found) => {
      await deleteNote(trx, id);
      return found;
    });
  }

  async #change(id: string, work: (trx: Trx, found: NoteAbout) => Promise<NoteAbout>): Promise<NoteAbout> {
    return transaction(this.#deps.db, async (trx) => {
      const row = await lockNote(trx, id);
      if (!row) throw new AppError('not_found', 'This note no longer exists.');
      const changed = await work(trx, withSubject(row));
      await this.#deps.notesChanged(trx);
      return changed;
    });
  }
}

function withSubject(row: NoteRow & TitledRow): NoteAbout {
  const about = subjectOf(row);
  if (!about) throw notFound();
  return { note: row, about };
}
