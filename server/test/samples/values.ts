import type { Selectable } from 'kysely';
import type { Database } from '../../src/platform/db/database.ts';

/** The number of rows of each table, and the n-th row, counted from 1. */
export type SeedRows = {
  [Table in keyof Database]: readonly [count: number, row: (n: number) => Selectable<Database[Table]>];
};

const START = Date.UTC(2026, 0, 1);

/** The id of a kind's n-th row; the kind is one hexadecimal digit. */
export function id(kind: string, n: number): string {
  return `0190000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** A moment for each row, a minute apart. */
export function time(n: number): string {
  return new Date(START + n * 60_000).toISOString();
}

/** The address of the n-th account. */
export function address(n: number): string {
  return `client${n}@client.example`;
}

/** Rows of the tables that grow with the business: enough that no engine prefers to read them all. */
export const MANY = 4_000;

/** Projects with parts, which are spread over them. */
export const PARTED_PROJECTS = 1_000;
export const partedProject = (n: number) => ((n - 1) % PARTED_PROJECTS) + 1;

/** Only a small share of a table's rows waits for something, as in use. */
export const isWaiting = (n: number) => n % 200 === 0;

const SUBJECTS = ['a bakery', 'a school', 'a workshop', 'a hotel', 'a garden', 'a theatre', 'a clinic'];
export const words = (n: number) => `client${n} wants a website for ${SUBJECTS[n % SUBJECTS.length]}`;

/** Ids of the sample queries' rows. */
export const sampleAccount = id('a', 7);
export const sampleProject = id('b', 7);
export const sampleProjects = [sampleProject, id('b', 8), id('b', 9)];
export const firstPage = { limit: 20, offset: 0 };
