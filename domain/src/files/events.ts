import { type EventDefinitions, type NotificationWords, quotedTitle } from '../event-definition.ts';

/** Each file event's details: size in bytes, media type, and the version's number. */
export interface FileEvents {
  file_added: { size: number; type: string; version: number };
  file_replaced: { size: number; type: string; version: number };
  file_deleted: { versions: number };
}

const changes = ['files'] as const;

export const fileEvents = {
  file_added: { changes, deed: (facts) => `added the file ${quotedTitle(facts)}` },
  file_replaced: {
    changes,
    deed: (facts) => `replaced the file ${quotedTitle(facts)} with a new version`,
  },
  file_deleted: { changes, deed: (facts) => `deleted the file ${quotedTitle(facts)}` },
} as const satisfies EventDefinitions<FileEvents>;

export const fileNotifications = {
  file: { about: 'new files', client: 'New files', studio: 'New files from clients' },
} as const satisfies Record<string, NotificationWords>;
