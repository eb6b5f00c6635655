import type { FastifyInstance } from 'fastify';
import type { Db } from '../platform/db/database.ts';
import type { BindUpload } from '../platform/http/upload.ts';
import type { MailLook } from '../platform/mail/layout.ts';
import type { Platform } from '../platform/platform.ts';
import type { PersonalData } from './accounts/personal-data.ts';

/**
 * A feature as the composition root sees it: created by a function of its ports, listed only in `product.ts`. What
 * follows from its events and how its mails read is in its `<noun>.feature.ts` too, as records over its own kinds.
 */
export interface Feature {
  addRoutes(app: FastifyInstance): void;
  /** Binds the calls that accept a file. */
  bindUploads?(bind: BindUpload): void;
  addJobs?(jobs: Platform['jobs']): void;
  /** The data that it stores about an account, for the account's export. */
  personalData?: readonly PersonalData[];
}

/**
 * How mails about single events are sent. Each is written in the transaction of its event, so that it is sent if
 * and only if the event is committed.
 */
export interface MailPorts extends Pick<Platform, 'mailer' | 'publicUrl'> {
  look: MailLook;
  /** The studio's mail addresses. */
  listStudioAddresses(from: Db): Promise<string[]>;
}

/** The part of an account's export that has a table's rows, or the reason why none does. */
export type TableData = { exportedAs: string } | { notExported: string };

/** A feature's tables that store data about an account or a project. */
export type FeatureTables = Readonly<Record<string, TableData>>;
