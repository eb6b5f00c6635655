import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { shapeOfReply } from './reply-shapes.ts';

const DOMAIN = /\/domain\/src\/.+\.ts$/;
/** Imports Zod, or what calls it while it loads. */
const SCHEMAS = /from ["'](zod|\.[^"']*(schema|endpoint|endpoints|ids|paging)\.ts)["']/;
const API = /\/domain\/src\/api\.ts$/;

/**
 * Gives the browser what it uses of the domain. A module's schemas, which call Zod while it loads, stay
 * out where nothing reads them: the bundler can't know that those calls do nothing else. Of the table of
 * endpoints remain method, path, and the shape of what is read.
 */
export function domainValues(): Plugin {
  return {
    name: 'domain-values',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async load(id) {
      if (!API.test(id)) return null;
      const { api, API_PREFIX }: typeof import('@atelier/domain/api.ts') = await import(
        pathToFileURL(id).href
      );
      const calls = Object.entries(api).map(([name, endpoint]) => {
        const { method, path } = endpoint;
        return [name, { method, path, shape: shapeOfReply(name, endpoint) }];
      });
      return [
        `export const API_PREFIX = ${JSON.stringify(API_PREFIX)};`,
        `export const api = ${JSON.stringify(Object.fromEntries(calls))};`,
      ].join('\n');
    },
    transform: {
      filter: { id: DOMAIN },
      handler(code, id) {
        if (API.test(id) || !SCHEMAS.test(code)) return null;
        const values = this.parse(code, { lang: 'ts' }).body.flatMap((statement) => {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          return declared?.type === 'VariableDeclaration'
            ? declared.declarations.flatMap(({ init }) => init ?? [])
            : [];
        });
        let marked = code;
        for (const { start, end } of values.toReversed()) {
          const value = code.slice(start, end);
          if (!value.includes('(')) continue;
          marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${value}))()${marked.slice(end)}`;
        }
        return { code: marked, map: null };
      },
    },
  };
}
