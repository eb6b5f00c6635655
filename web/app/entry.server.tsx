import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prerender } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';
import { InlineStyles } from './app/document/inline-styles.ts';

/** Beside the server bundle, where the build puts what browsers get. */
const clientFolder = join(import.meta.dirname, '../client');

/** The built stylesheet that prerendered pages carry inside. Vite brings the styles while developing. */
function readStyles(context: EntryContext): string {
  if (import.meta.env.DEV) return '';
  const files = context.manifest.routes.root?.css ?? [];
  return files.map((file) => readFileSync(join(clientFolder, file), 'utf8').trim()).join('');
}

/** Renders one page to complete HTML. Only the build and the development server call this. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await prerender(
    <InlineStyles value={readStyles(context)}>
      <ServerRouter context={context} url={request.url} />
    </InlineStyles>,
    {
      // All in its place: by default React moves larger parts to the end of the page, to be put in place by script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        throw error;
      },
    },
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(prelude, { status, headers });
}
