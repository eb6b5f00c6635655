import type { API_PREFIX } from '@atelier/domain/api.ts';

/** The parts of a call that stand in its address. */
export interface AddressParts {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
}

// The script in the head carries this file, so it has the prefix as a literal.
const PREFIX: typeof API_PREFIX = '/api';

/** The address of an API path; the prefix is put before it unless it is there already. */
export function apiUrl(path: string, { params = {}, query = {} }: AddressParts = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  const full = filled === PREFIX || filled.startsWith(`${PREFIX}/`) ? filled : PREFIX + filled;
  return search === '' ? full : `${full}?${search}`;
}
