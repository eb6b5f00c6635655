import type { Plugin, Rolldown } from 'vite';

/** The list that names every icon of lucide-react, and so leads to all of them. */
const ICON_LIST = '/lucide-react/dist/esm/lucide-react.mjs';

/** What every prerendered page is made of: the document, the frame around public pages, and the start of the router. */
const ROOTS = /\/web\/app\/(root|entry\.client|shell\/public-frame)\.tsx(\?|$)/;
/** What many of them have besides, each smaller than the headers of a file of its own. */
const PARTS =
  /\/web\/app\/(lib\/page-meta|ui\/structured-data|features\/marketing\/components\/(sized-picture|sample-note|step-time|unbroken))\.tsx?$/;
/** Named before what builds on them, so that each stays by itself. */
const LIBRARIES = [
  { name: 'react', test: /\/node_modules\/react\// },
  { name: 'react-dom', test: /\/node_modules\/(react-dom|scheduler)\// },
  // Goes with our loader of route modules, which it calls.
  { name: 'react-router', test: /\/node_modules\/react-router\/|\/web\/app\/lib\/arrive\.ts$/ },
];

/**
 * Puts what every public page needs into a few files, where the bundler by itself makes one of each part that any two pages
 * share: each file costs a request, and its headers weigh more than most parts. The libraries are files of their own, none
 * of which takes long to run, and keep their names while the site changes. The icons of public pages come with the frame
 * (ui/icons.tsx); lucide-react, which only other screens use, is a file too.
 */
export function frameChunk(): Plugin {
  const imports = new Map<string, readonly string[]>();
  let frame: Set<string> | undefined;
  const isInFrame = (id: string) => {
    frame ??= reachable(imports, (root) => ROOTS.test(root) || PARTS.test(root));
    // The stylesheet belongs to the root route, which hands it to the pages.
    return frame.has(id) && !ROOTS.test(id) && !id.endsWith('.css');
  };
  const groups = [
    ...LIBRARIES,
    { name: 'frame', test: isInFrame },
    { name: 'icons', test: /\/node_modules\/lucide-react\// },
  ];
  const codeSplitting: Rolldown.CodeSplittingOptions = {
    groups: groups.map((group, position) => ({ ...group, priority: groups.length - position })),
  };
  return {
    name: 'atelier:frame-chunk',
    config: () => ({
      environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
    }),
    moduleParsed({ id, importedIds }) {
      if (this.environment.name === 'client') imports.set(id, id.endsWith(ICON_LIST) ? [] : importedIds);
    },
  };
}

/** Every module that the roots import, directly or through others, but not late. */
function reachable(
  imports: ReadonlyMap<string, readonly string[]>,
  isRoot: (id: string) => boolean,
): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of imports.get(id) ?? []) visit(imported);
  };
  for (const id of imports.keys()) if (isRoot(id)) visit(id);
  return found;
}
