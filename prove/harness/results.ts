import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProofName } from '../proofs.ts';
import { isFull } from './size.ts';

/** What one run of a proof came to, in words. */
export interface Result {
  /** What it ran on, such as `SQLite` or `ext4`: a run on the same replaces its last result. */
  on: string;
  /** How often, and how much of it, such as `200 kills, 81,204 writes acknowledged`. */
  tried: string;
  /** What was lost or went wrong, also where that is nothing. */
  outcome: string;
  /** What was taken away, and what that cost: the proof sees a loss when there is one. */
  control: string;
}

/** A result with the day of its run, such as `2026-11-23`. */
export interface DatedResult extends Result {
  day: string;
}

const FOLDER = join(import.meta.dirname, '../results');

/** Keeps the result of a whole run for docs/reliability.md. Call it last in a test: one that fails has no result. */
export function keepResult(proof: ProofName, result: Result): void {
  if (!isFull) return;
  const others = readResults(proof).filter(({ on }) => on !== result.on);
  const results = [...others, { ...result, day: new Date().toISOString().slice(0, 10) }];
  results.sort((a, b) => (a.on < b.on ? -1 : 1));
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${proof}.json`), `${JSON.stringify(results, null, 2)}\n`);
}

/** The last result of a proof on each thing that it ran on; none where it never ran as a whole. */
export function readResults(proof: ProofName): DatedResult[] {
  try {
    return JSON.parse(readFileSync(join(FOLDER, `${proof}.json`), 'utf8')) as DatedResult[];
  } catch {
    return [];
  }
}
