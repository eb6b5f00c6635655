import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely';
import { type Db, type Engine, engineOf } from './database.ts';

/** The places of a query's values, by their names. */
export type Slots<Values> = <Name extends string & keyof Values>(name: Name) => Expression<Values[Name]>;

/** The places of a row's values, each under its column's name. */
export type Places<Row> = { readonly [Column in keyof Row]: Expression<Exclude<Row[Column], undefined>> };

/** A kept query that returns rows. Its methods are those of a query builder, with the values of this run. */
export interface KeptQuery<Values, Row> {
  execute(db: Db, values: Values): Promise<Row[]>;
  executeTakeFirst(db: Db, values: Values): Promise<Row | undefined>;
}

/** A kept query that only changes rows. */
export interface KeptWrite<Values> {
  /** Resolves to the number of rows that it inserted, changed or deleted. */
  execute(db: Db, values: Values): Promise<number>;
}

/**
 * A query that is built and compiled on its first run on each engine. Building and compiling it every time costs more
 * than many queries themselves, so the most frequent ones are kept; all others are simpler without.
 *
 * ```ts
 * const projectOwner = keepQuery((db, value: Slots<{ id: string }>) =>
 *   db.selectFrom('projects').select('user_id').where('id', '=', value('id')),
 * );
 * const owner = await projectOwner.executeTakeFirst(db, { id });
 * ```
 *
 * @param build runs once, so nothing in it may depend on a value
 */
export function keepQuery<Values extends object, Row>(
  build: (db: Db, value: Slots<Values>) => Compilable<Row> | RawBuilder<Row>,
): KeptQuery<Values, Row> {
  const kept = new Kept(build);
  return {
    execute: async (db, values) => (await kept.run(db, values)).rows,
    executeTakeFirst: async (db, values) => (await kept.run(db, values)).rows[0],
  };
}

/** `keepQuery` for an insert, update or delete that returns no rows. */
export function keepWrite<Values extends object>(
  build: (db: Db, value: Slots<Values>) => Compilable,
): KeptWrite<Values> {
  const kept = new Kept(build);
  return { execute: async (db, values) => Number((await kept.run(db, values)).numAffectedRows ?? 0) };
}

/**
 * `keepWrite` for the insert of a row with all the columns that it is given. It is built once for each set of columns.
 *
 * ```ts
 * const newMessage = keepInsert((db, row: Places<MessageRow>) => db.insertInto('messages').values(row));
 * ```
 */
export function keepInsert<Row extends object>(
  build: (db: Db, row: Places<Row>) => Compilable,
): KeptWrite<Row> {
  const kept = new Map<string, KeptWrite<Row>>();
  const keepFor = (columns: readonly string[]) =>
    keepWrite<Row>((db, value) => {
      const places = columns.map((column) => [column, value(column as string & keyof Row)]);
      return build(db, Object.fromEntries(places));
    });
  return {
    execute(db, row) {
      const columns = Object.keys(row);
      const name = columns.join();
      const write = kept.get(name) ?? keepFor(columns);
      kept.set(name, write);
      return write.execute(db, row);
    },
  };
}

/** Stands for a value among the parameters of a compiled query. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

class Kept<Values extends object, Row> {
  readonly #build: (db: Db, value: Slots<Values>) => Compilable<Row> | RawBuilder<Row>;
  readonly #compiled = new Map<Engine, CompiledQuery<Row>>();

  constructor(build: (db: Db, value: Slots<Values>) => Compilable<Row> | RawBuilder<Row>) {
    this.#build = build;
  }

  run(db: Db, values: Values): Promise<QueryResult<Row>> {
    // A plugin sees each query that is built, as when tests list all queries.
    if (db.getExecutor().plugins.length > 0) {
      return db.executeQuery(this.#build(db, (name) => sql.val(values[name])).compile(db));
    }
    const compiled = this.#compile(db);
    const parameters = compiled.parameters.map((each) =>
      each instanceof Slot ? values[each.name as keyof Values] : each,
    );
    return db.executeQuery<Row>({ ...compiled, parameters });
  }

  #compile(db: Db): CompiledQuery<Row> {
    const engine = engineOf(db);
    const known = this.#compiled.get(engine);
    if (known) return known;
    const compiled = this.#build(db, (name) => sql.val<never>(new Slot(name) as never)).compile(db);
    this.#compiled.set(engine, compiled);
    return compiled;
  }
}
