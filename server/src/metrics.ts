import { FAILED_MAILS_DAYS } from '@atelier/domain/projects/rules.ts';
import { Counter, Gauge } from 'prom-client';
import { readDatabaseSize } from './features/health/database-facts.repository.ts';
import type { OpenDatabase } from './platform/db/open.ts';
import type { LiveStreams } from './platform/events/live-streams.ts';
import type { HttpMetrics } from './platform/http/metrics.ts';
import { addJobMetrics } from './platform/jobs/job-metrics.ts';
import { addMailMetrics } from './platform/mail/mail-metrics.ts';
import type { Platform } from './platform/platform.ts';
import { FULL_VERSION } from './platform/version.ts';

export interface MeasuredParts {
  platform: Pick<Platform, 'clock' | 'jobs' | 'storage'>;
  database: OpenDatabase;
  streams: LiveStreams;
}

/** Adds what a running product counts and reads beside its requests. */
export function addProductMetrics(
  metrics: HttpMetrics,
  { platform: { clock, jobs, storage }, database, streams }: MeasuredParts,
): void {
  const { db } = database;
  const registers = [metrics.registry];
  new Gauge({
    name: 'product_info',
    help: 'The program that runs; always 1',
    labelNames: ['version', 'node', 'database'],
    registers,
  }).set({ version: FULL_VERSION, node: process.versions.node, database: database.engine }, 1);
  new Gauge({
    name: 'live_streams_open',
    help: 'Open streams of live events',
    registers,
    collect() {
      this.set(streams.size);
    },
  });
  new Counter({
    name: 'uploads_received_bytes_total',
    help: 'Bytes of files that have arrived whole',
    registers,
    collect() {
      this.reset();
      this.inc(storage.receivedBytes);
    },
  });
  database.stats.register(metrics.registry);
  metrics.readForScrape(
    { database_size_bytes: 'Size of the database with its indexes; of a SQLite file without its log' },
    async () => ({ database_size_bytes: await readDatabaseSize(db) }),
  );
  addMailMetrics(metrics, { db, clock }, FAILED_MAILS_DAYS * 24 * 3_600);
  addJobMetrics(metrics, jobs);
}
