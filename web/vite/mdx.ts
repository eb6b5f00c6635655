import { compile } from '@mdx-js/mdx';
import type { Plugin } from 'vite';

/**
 * Makes a module of every `.mdx` file: its default export is the text as a component. `components` is the module
 * whose `useMDXComponents` says what its headings, links and pictures look like.
 */
export function mdx({ components }: { components: string }): Plugin {
  return {
    name: 'atelier:mdx',
    enforce: 'pre',
    async transform(source, id) {
      const [path = ''] = id.split('?');
      if (!path.endsWith('.mdx')) return null;
      const compiled = await compile({ value: source, path }, { providerImportSource: components });
      return { code: String(compiled), map: null };
    },
  };
}
