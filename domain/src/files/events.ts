import {
  type EventDefinitions,
  type EventFacts,
  type NotificationWords,
  numberIn,
  quotedTitle,
} from '../event-definition.ts';

/** Each file event's details: size in bytes, media type, and the version's number. */
export interface FileEvents {
  file_added: { size: number; type: string; version: number };
  file_replaced: { size: number; type: string; version: number };
  file_deleted: { versions: number };
  file_commented: { version: number };
  file_approved: { version: number };
}

const changes = ['files'] as const;

function versionOf({ detail }: EventFacts): string {
  const version = numberIn(detail, 'version');
  return version === undefined ? '' : `, version ${version}`;
}

export const fileEvents = {
  file_added: { changes, deed: (facts) => `added the file ${quotedTitle(facts)}` },
  file_replaced: {
    changes,
    deed: (facts) => `replaced the file ${quotedTitle(facts)} with a new version`,
  },
  file_deleted: { changes, deed: (facts) => `deleted the file ${quotedTitle(facts)}` },
  file_commented: {
    changes,
    deed: (facts) => `commented on the file ${quotedTitle(facts)}${versionOf(facts)}`,
  },
  file_approved: { changes, deed: (facts) => `approved the file ${quotedTitle(facts)}${versionOf(facts)}` },
} as const satisfies EventDefinitions<FileEvents>;

export const fileNotifications = {
  file: { about: 'new files', client: 'New files', studio: 'New files from clients' },
  file_comment: {
    about: 'comments on files',
    client: 'The studio commented on a file',
    studio: 'A client commented on a file',
  },
  file_approval: { about: 'approved files', studio: 'A client approved a file' },
} as const satisfies Record<string, NotificationWords>;
