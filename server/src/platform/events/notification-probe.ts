import pg from 'pg';
import { newId } from '../ids.ts';

/** A notification takes milliseconds: one that is not there after this long is not going to come. */
const WITHIN_MS = 2_000;

/** What it means for an owner when none arrives, and what to do. */
export const DEAF =
  'PostgreSQL answers, but its notifications do not arrive: DATABASE_URL seems to lead through a pooler that shares ' +
  'connections between transactions. People see what others do only after up to 15 seconds. Let DATABASE_URL lead to ' +
  'the server itself, or let the pooler keep a connection for each session (PgBouncer: pool_mode = session)';

/**
 * Whether a notification that another connection sends arrives at this one, which is how every event comes. A pooler
 * that shares connections between transactions answers `listen` with success and then passes none on.
 * @param url where the other connection leads: the same place as `client`
 * @returns false also when `signal` ends the waiting
 * @throws when the database cannot be asked
 */
export async function hearsNotifications(
  client: pg.Client,
  url: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const channel = `atelier_probe_${newId().replaceAll('-', '')}`;
  const { promise: heard, resolve } = Promise.withResolvers<boolean>();
  const hear = (message: pg.Notification) => {
    if (message.channel === channel) resolve(true);
  };
  const giveUp = () => resolve(false);
  let waiting: NodeJS.Timeout | undefined;
  client.on('notification', hear);
  client.once('end', giveUp);
  signal?.addEventListener('abort', giveUp);
  try {
    await client.query(`listen ${channel}`);
    await notifyElsewhere(url, channel);
    waiting = setTimeout(giveUp, WITHIN_MS);
    const isHeard = await heard;
    if (isHeard) await client.query(`unlisten ${channel}`);
    return isHeard;
  } finally {
    clearTimeout(waiting);
    client.off('notification', hear);
    client.off('end', giveUp);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** From a connection of its own: what sends a notification to itself hears it behind a pooler, too. */
async function notifyElsewhere(url: string, channel: string): Promise<void> {
  const sender = new pg.Client({
    connectionString: url,
    application_name: 'atelier events',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  sender.on('error', () => {});
  try {
    await sender.connect();
    await sender.query('select pg_notify($1, $2)', [channel, '']);
  } finally {
    await sender.end().catch(() => {});
  }
}
