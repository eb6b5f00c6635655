import { z } from 'zod';
import { CLICK_LIMIT, endpoint } from '../endpoint.ts';
import { idParams } from '../ids.ts';
import { listReplySchema } from '../paging.ts';
import { MAX_PAGE_SIZE } from '../paging-rules.ts';
import { shortText } from '../text-schema.ts';
import { addNoteSchema, editNoteSchema, foundNoteSchema, noteSchema } from './schema.ts';

const noteReply = z.object({ note: noteSchema });

/** The studio's own notes. No call of a client has any of them. */
export const noteEndpoints = {
  searchNotes: endpoint({
    method: 'GET',
    path: '/admin/notes',
    access: 'admin',
    summary: 'The newest internal notes that contain a text, with what they are about.',
    query: z.object({
      q: shortText(200).pipe(z.string().min(1, 'Say what to search for.')),
      limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(20),
    }),
    reply: listReplySchema(foundNoteSchema),
  }),
  listNotes: endpoint({
    method: 'GET',
    path: '/admin/notes/about/:id',
    access: 'admin',
    summary: 'The internal notes about a project or an enquiry, newest first.',
    params: idParams,
    reply: listReplySchema(noteSchema),
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/admin/notes/about/:id',
    access: 'admin',
    needsRecentSignIn: false,
    summary:
      'Writes an internal note about a project or an enquiry. Sending it again with the same `key` adds nothing.',
    params: idParams,
    body: addNoteSchema,
    reply: noteReply,
    status: 201,
    limit: CLICK_LIMIT,
    audit: { says: 'wrote a note about {subject}' },
  }),
  editNote: endpoint({
    method: 'PATCH',
    path: '/admin/notes/:id',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Changes an internal note.',
    params: idParams,
    body: editNoteSchema,
    reply: noteReply,
    limit: CLICK_LIMIT,
    audit: { says: 'changed a note[ about {subject}]' },
  }),
  deleteNote: endpoint({
    method: 'DELETE',
    path: '/admin/notes/:id',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Deletes an internal note.',
    params: idParams,
    reply: z.object({ deleted: z.literal(true) }),
    limit: CLICK_LIMIT,
    audit: { says: 'deleted a note[ about {subject}]' },
  }),
};
