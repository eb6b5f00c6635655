/** Rows that are read at once. */
const PAGE = 200;

/**
 * All rows of a list, read in pages so that no page waits for the whole.
 * @param readPage rows after the last one of the page before, in order; undefined for the first page
 */
export async function* readInPages<Row>(
  readPage: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after: Row | undefined;
  for (;;) {
    const rows = await readPage(after, PAGE);
    yield* rows;
    after = rows.at(-1);
    if (rows.length < PAGE) return;
  }
}

/** The same list with each of its items changed. */
export async function* mapEach<Item, Result>(
  items: AsyncIterable<Item>,
  change: (item: Item) => Result,
): AsyncGenerator<Result> {
  for await (const item of items) yield change(item);
}
