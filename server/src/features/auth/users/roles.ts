import { LRUCache } from 'lru-cache';
import type { Metadata } from '../protocol/request-body.ts';
import { parseAppMetadata, type UserRow } from '../protocol/user.presenter.ts';

/** By their metadata, which is the same text for most users: every call reads it. */
const knownRoles = new LRUCache<string, readonly string[]>({ max: 500 });

/** The roles in the metadata that the server wrote, in lower case. */
export function rolesOf(user: Pick<UserRow, 'id' | 'app_metadata'>): readonly string[] {
  const known = knownRoles.get(user.app_metadata);
  if (known) return known;
  const { roles }: Metadata = parseAppMetadata(user);
  const named = Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];
  const read = named.map((role) => role.toLowerCase());
  knownRoles.set(user.app_metadata, read);
  return read;
}
