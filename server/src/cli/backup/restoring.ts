import type { Migration } from '../../platform/db/migrate.ts';
import type { Manifest } from './manifest.ts';

/** What is brought back. */
export interface Restoring {
  /** The folder of the backup. */
  backup: string;
  manifest: Manifest;
  /** The migrations of this program. */
  known: readonly Migration[];
  /** Whether data that is there may make room. */
  isOver: boolean;
}
