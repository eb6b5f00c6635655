import type { Engine } from '../../src/platform/db/database.ts';

const ALL: readonly Engine[] = ['sqlite', 'postgres'];

/** The engines to test on: those that ENGINES names (`sqlite`, `postgres` or both with a comma), else both. */
export function chosenEngines(named: string | undefined): readonly Engine[] {
  if (!named) return ALL;
  const names = named.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !ALL.some((engine) => engine === name));
  if (unknown.length > 0) throw new Error(`ENGINES names no engine: ${unknown.join(', ')}`);
  return ALL.filter((engine) => names.includes(engine));
}

/** The engines for tests that don't depend on the engine: those that ENGINES names, else SQLite, the faster one. */
export function enginesForAny(named: string | undefined): readonly Engine[] {
  return named ? chosenEngines(named) : ['sqlite'];
}
