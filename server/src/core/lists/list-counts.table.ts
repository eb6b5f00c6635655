/** How many rows a list has, kept exact by the transactions that add, move and remove them. */
export interface ListCountTable {
  /** One value of `ListCount`. */
  name: string;
  count: number;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    list_counts: ListCountTable;
  }
}
