import { loadavg } from 'node:os';

/** Prints how busy the machine is: figures of a busy one say less. */
export function printLoad(): void {
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(`Load of the machine in the last 1, 5 and 15 minutes: ${loads.join(', ')}`);
}
