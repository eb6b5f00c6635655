import { api } from '@atelier/domain/api.ts';
import type { Note } from '@atelier/domain/notes/schema.ts';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { type NotesDeps, NotesService } from './notes.service.ts';
import type { NoteRow } from './notes.table.ts';

export const noteTables = {
  notes: { notExported: 'The studio’s own notes about its work, which no client sees.' },
} as const satisfies FeatureTables;

function presentNote(row: NoteRow): Note {
  return {
    _id: row.id,
    id: row.id,
    body: row.body,
    authorName: row.author_name,
    createdAt: row.created_at,
    editedAt: row.edited_at,
  };
}

/** Internal notes about projects and enquiries. They belong to the back office: no event, mail or export has them. */
export function createNotes(ports: NotesDeps): Feature {
  const notes = new NotesService(ports);
  return {
    addRoutes(app) {
      bindAdminEndpoint(app, api.searchNotes, async ({ query }) => {
        const found = await notes.search(query.q, query.limit);
        return { items: found.map(({ note, about }) => ({ ...presentNote(note), about })) };
      });

      bindAdminEndpoint(app, api.listNotes, async ({ params }) => ({
        items: (await notes.list(params.id)).map(presentNote),
      }));

      bindAdminEndpoint(app, api.addNote, async ({ params, body, actor, nameSubject }) => {
        const { note, about } = await notes.add(params.id, body, actor);
        nameSubject(about);
        return { note: presentNote(note) };
      });

      bindAdminEndpoint(app, api.editNote, async ({ params, body, nameSubject }) => {
        const { note, about } = await notes.edit(params.id, body);
        nameSubject(about);
        return { note: presentNote(note) };
      });

      bindAdminEndpoint(app, api.deleteNote, async ({ params, nameSubject }) => {
        const { about } = await notes.delete(params.id);
        nameSubject(about);
        return { deleted: true as const };
      });
    },
  };
}
