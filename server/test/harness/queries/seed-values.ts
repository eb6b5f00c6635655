import type { Selectable } from 'kysely';
import type { Database } from '../../../src/platform/db/database.ts';

/** For each table, how many rows it has and what is in the n-th, counted from 1. */
export type SeedRows = {
  [Table in keyof Database]: readonly [count: number, row: (n: number) => Selectable<Database[Table]>];
};

const START = Date.UTC(2026, 0, 1);

/** The id of the n-th row of a kind, which is one hexadecimal digit. */
export function id(kind: string, n: number): string {
  return `0190000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** A moment for each row: they are a minute apart. */
export function time(n: number): string {
  return new Date(START + n * 60_000).toISOString();
}

/** The address of the n-th account. */
export function address(n: number): string {
  return `client${n}@client.example`;
}
