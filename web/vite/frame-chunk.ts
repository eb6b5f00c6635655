import type { Plugin, Rolldown } from 'vite';

/** What every prerendered page is made of: the document, the frame around public pages, and the start of the router. */
const ROOTS = /\/web\/app\/(root|entry\.client|app\/public-frame)\.tsx(\?|$)/;
/** Named before what builds on them, so that each stays by itself. */
const LIBRARIES = [
  { name: 'react', test: /\/node_modules\/react\// },
  { name: 'react-dom', test: /\/node_modules\/(react-dom|scheduler)\// },
  { name: 'react-router', test: /\/node_modules\/react-router\// },
];

/**
 * Puts what every public page needs into a few files, where the bundler by itself makes one of each part that any two pages
 * share: each file costs a request, and its headers weigh more than most parts. The libraries are files of their own, none
 * of which takes long to run, and keep their names while the site changes.
 */
export function frameChunk(): Plugin {
  const imports = new Map<string, readonly string[]>();
  let frame: Set<string> | undefined;
  const isInFrame = (id: string) => {
    frame ??= reachable(imports);
    // The stylesheet belongs to the root route, which hands it to the pages.
    return frame.has(id) && !ROOTS.test(id) && !id.endsWith('.css');
  };
  const codeSplitting: Rolldown.CodeSplittingOptions = {
    groups: [...LIBRARIES, { name: 'frame', test: isInFrame }].map((group, position, all) => ({
      ...group,
      priority: all.length - position,
    })),
  };
  return {
    name: 'atelier:frame-chunk',
    config: () => ({
      environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
    }),
    moduleParsed({ id, importedIds }) {
      if (this.environment.name === 'client') imports.set(id, importedIds);
    },
  };
}

/** Every module that the roots import, directly or through others, but not late. */
function reachable(imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of imports.get(id) ?? []) visit(imported);
  };
  for (const id of imports.keys())
    if (ROOTS.test(id)) for (const imported of imports.get(id) ?? []) visit(imported);
  return found;
}
