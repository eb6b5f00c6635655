import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { prerender } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';
import { PageContext } from './document.tsx';
import { screenFiles } from './screen-files.ts';

/** Beside the server bundle, where the build puts what browsers get. */
const clientFolder = join(import.meta.dirname, '../client');

/** The built stylesheet that prerendered pages carry inside. Vite brings the styles in development. */
function readStyles(context: EntryContext): string {
  const files = context.manifest.routes.root?.css ?? [];
  return files.map((file) => readFileSync(join(clientFolder, file), 'utf8').trim()).join('');
}

function contextOf(context: EntryContext): PageContext {
  if (import.meta.env.DEV) return { kind: 'development', styles: '' };
  if (context.isSpaMode) {
    const sizeOf = (file: string) => statSync(join(clientFolder, file)).size;
    const screens = JSON.stringify(screenFiles(context.manifest, sizeOf));
    return { kind: 'fallback', styles: '', screens, start: context };
  }
  // As <Scripts /> does: React Router only writes its state into a page that says it will read it.
  if (context.renderMeta) context.renderMeta.didRenderScripts = true;
  return { kind: 'prerendered', styles: readStyles(context), start: context };
}

/**
 * Renders one page to complete HTML. The whole server entry: only the build and the development
 * server call it.
 */
export async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await prerender(
    <PageContext value={contextOf(context)}>
      <ServerRouter context={context} url={request.url} />
    </PageContext>,
    {
      // React otherwise moves larger parts to the end of the page, and a script puts them in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        throw error;
      },
    },
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(prelude, { status, headers });
}
