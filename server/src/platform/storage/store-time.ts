import type { BucketLocation } from './object-store.ts';

const ANSWER_WITHIN_MS = 5_000;

/**
 * The time of a bucket's store in milliseconds since 1970, to half a second. It's in every reply, so none of the bucket is
 * asked for and no key is sent.
 */
export async function readStoreTime({ endpoint, region }: BucketLocation): Promise<number> {
  const { headers } = await fetch(endpoint ?? `https://s3.${region}.amazonaws.com`, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const time = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(time)) throw new Error('its reply has no date');
  // The header leaves out the fraction of the second.
  return time + 500;
}
