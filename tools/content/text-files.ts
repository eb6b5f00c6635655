import { compile } from '@mdx-js/mdx';
import type { SiteText } from './site.ts';

/** Which texts aren't Markdown that can be made into a page, and where. */
export async function textFileErrors(texts: readonly SiteText[]): Promise<string[]> {
  const found = await Promise.all(
    texts.map(async ({ name, text }) => {
      try {
        await compile(text);
        return [];
      } catch (error) {
        const line = error instanceof Object && 'line' in error ? `:${error.line}` : '';
        return [`content/${name}.mdx${line}: ${error instanceof Error ? error.message : error}`];
      }
    }),
  );
  return found.flat();
}
