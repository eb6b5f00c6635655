import type { DatabaseLocation } from '../db/open.ts';
import type { Log } from '../log.ts';
import { type EventBus, LocalEventBus } from './event-bus.ts';
import { PostgresEventBus } from './postgres-event-bus.ts';

/** The bus that goes with a database. */
export function createEventBus(location: DatabaseLocation, log: Log): EventBus {
  return location.engine === 'postgres' ? new PostgresEventBus(location.url, log) : new LocalEventBus(log);
}
