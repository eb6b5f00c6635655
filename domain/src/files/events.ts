import { type Deeds, quotedTitle } from '../activity/deed.ts';
import type { NotificationWords } from '../notifications/words.ts';

/** What each event of a file carries: size in bytes, media type, and the number of the version. */
export interface FileEvents {
  file_added: { size: number; type: string; version: number };
  file_replaced: { size: number; type: string; version: number };
  file_deleted: { versions: number };
}

export const fileDeeds: Deeds<FileEvents> = {
  file_added: (facts) => `added the file ${quotedTitle(facts)}`,
  file_replaced: (facts) => `replaced the file ${quotedTitle(facts)} with a new version`,
  file_deleted: (facts) => `deleted the file ${quotedTitle(facts)}`,
};

export const fileNotifications = {
  file: { about: 'new files', client: 'New files', studio: 'New files from clients' },
} as const satisfies Record<string, NotificationWords>;
