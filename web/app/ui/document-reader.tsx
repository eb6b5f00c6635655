import { useState } from 'react';
import type { OpenPdf } from '../lib/open-pdf.ts';
import { PageButtons, ZoomButtons } from './page-controls.tsx';
import { SteadyPdfPage } from './pdf.tsx';

/** The pages of a document in a window as large as the screen, one at a time. */
export function DocumentReader({
  pdf,
  name,
  page,
  onPage,
  onFailure,
}: {
  pdf: OpenPdf;
  name: string;
  page: number;
  onPage: (page: number) => void;
  onFailure: (message: string) => void;
}) {
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <PageButtons page={page} pageCount={pdf.pageCount} onPage={onPage} />
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
      </div>
      <section
        // Another page begins at its top.
        key={page}
        aria-label="Page"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto rounded-md border border-rule bg-sunken -outline-offset-2"
      >
        <div className="mx-auto" style={{ width: `calc(min(100%, 60rem) * ${zoom})` }}>
          <SteadyPdfPage
            pdf={pdf}
            page={page}
            zoom={zoom}
            label={`Page ${page} of ${name}`}
            onFailure={onFailure}
          />
        </div>
      </section>
    </>
  );
}
