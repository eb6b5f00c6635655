import { trimOf } from '@atelier/domain/text.ts';

/** A bucket as STORAGE_URL names it. */
export interface BucketUrl {
  bucket: string;
  /** Before the name of each object; empty or with a slash at its end. */
  prefix: string;
  /** Undefined: Amazon's own. */
  endpoint: string | undefined;
  region: string | undefined;
  /** Whether the bucket stands in the path of an address and not in its host name. */
  isPathStyle: boolean;
}

const PARAMETERS = new Set(['endpoint', 'region', 'pathStyle']);

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…&pathStyle=off`. Undefined for anything else: an unknown
 * parameter is a mistake that would otherwise store files in another place than meant.
 */
export function parseBucketUrl(text: string): BucketUrl | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { searchParams: parameters, hostname: bucket, pathname } = url;
  const endpoint = parameters.get('endpoint') ?? undefined;
  const isSound =
    url.protocol === 's3:' &&
    /^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket) &&
    url.username + url.password + url.port + url.hash === '' &&
    [...parameters.keys()].every((name) => PARAMETERS.has(name)) &&
    ['on', 'off', null].includes(parameters.get('pathStyle')) &&
    (endpoint === undefined || isWebOrigin(endpoint));
  if (!isSound) return undefined;
  const path = trimOf(pathname, '/');
  return {
    bucket,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    region: parameters.get('region') ?? undefined,
    isPathStyle: parameters.has('pathStyle') ? parameters.get('pathStyle') === 'on' : endpoint !== undefined,
  };
}

function isWebOrigin(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
