import type { Migration } from '../../platform/db/migrate.ts';
import type { Manifest } from './manifest.ts';

/** The parts of a backup to restore. */
export interface Restoring {
  /** The folder of the backup. */
  backup: string;
  manifest: Manifest;
  /** The migrations of this program. */
  known: readonly Migration[];
  /** Whether data that is there may make room. */
  isOver: boolean;
}
