import { ensureServerBuilt } from './build-server.ts';

/** Once for a run of tests that start the product: they start what its owner runs, in a third of the sources' time. */
export default async function setUp(): Promise<void> {
  await ensureServerBuilt();
}
