import type { FastifyInstance } from 'fastify';
import type { Db } from '../platform/db/database.ts';
import type { BindUpload } from '../platform/http/upload.ts';
import type { MailLook } from '../platform/mail/layout.ts';
import type { Platform } from '../platform/platform.ts';
import type { PersonalData } from './accounts/personal-data.ts';

/**
 * A feature as the composition root sees it: made by a function of its ports, and listed in `product.ts` alone. What
 * follows from its events and how its mails read is in its `<noun>.feature.ts` too, as records over its own kinds.
 */
export interface Feature {
  addRoutes(app: FastifyInstance): void;
  /** Binds the calls that take a file. */
  bindUploads?(bind: BindUpload): void;
  addJobs?(jobs: Platform['jobs']): void;
  /** What it keeps about an account, for the account's own copy. */
  personalData?: readonly PersonalData[];
}

/**
 * What mails about single events are sent with. Each is written in the transaction of its event, so that it leaves if, and
 * only if, that did happen.
 */
export interface MailPorts extends Pick<Platform, 'mailer' | 'publicUrl'> {
  look: MailLook;
  /** The addresses at which the studio gets mail. */
  listStudioAddresses(from: Db): Promise<string[]>;
}

/** A table's rows are in this part of an account's copy, or in none for this reason. */
export type TableData = { exportedAs: string } | { notExported: string };

/** A feature's tables that keep something about an account or a project. */
export type FeatureTables = Readonly<Record<string, TableData>>;
