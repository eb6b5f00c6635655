import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db, Engine } from '../../server/src/platform/db/database.ts';

const nobody = new Int32Array(new SharedArrayBuffer(4));

/**
 * Milliseconds of processor that this process's main thread and the database's one connection have used since they
 * began: what a call costs, whatever else the machine has to do meanwhile. Linux counts it for each process.
 * @param other a further process whose time counts
 */
export async function watchCpuTime(db: Db, engine: Engine, other?: number): Promise<() => number> {
  const backend =
    engine === 'postgres'
      ? (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows.map(({ pid }) => pid)
      : [];
  const files = ['self', ...backend, ...(other === undefined ? [] : [other])].map(
    (pid) => `/proc/${pid}/schedstat`,
  );
  return () => {
    // Linux brings the count of a running thread up to date when it puts it aside: this asks for that.
    Atomics.wait(nobody, 0, 0, 0.01);
    return files.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6, 0);
  };
}
