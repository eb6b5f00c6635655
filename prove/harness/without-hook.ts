import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Change } from './without.ts';

// Loaded before the product by `without`.
const changes = (JSON.parse(process.env.WITHOUT ?? '[]') as Change[]).map((change) => ({
  ...change,
  url: pathToFileURL(join(import.meta.dirname, '../..', change.file)).href,
}));

registerHooks({
  load(url, context, nextLoad) {
    const own = changes.filter((change) => change.url === url);
    if (own.length === 0) return nextLoad(url, context);
    const { format, source } = nextLoad(url, context);
    let text = typeof source === 'string' ? source : new TextDecoder().decode(source);
    for (const change of own) {
      // A control that changes nothing would prove nothing.
      const count = text.split(change.text).length - 1;
      if (count !== 1) throw new Error(`${change.file} has this ${count} times: ${change.text}`);
      text = text.replace(change.text, () => change.instead);
    }
    return { format, source: text, shortCircuit: true };
  },
});
