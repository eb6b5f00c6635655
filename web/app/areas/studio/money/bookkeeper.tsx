import { api } from '@atelier/domain/api.ts';
import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { DownloadButton, DownloadFileButton } from '../../../ui/list/download-button.tsx';

/** A year's invoices as the bookkeeper needs them. */
export function Bookkeeper({ years }: { years: readonly number[] }) {
  const [chosen, choose] = useState<number>();
  const [newest] = years;
  if (newest === undefined) return null;
  const year = chosen ?? newest;
  return (
    <Card title="For the bookkeeper">
      <p className="-mt-3 max-w-measure text-sm text-ink-soft">
        A year’s invoices and credit notes: each line with its tax, and the PDFs as sent.
      </p>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="w-28">
          <Field label="Year">
            <Select
              choices={years.map((each) => ({ value: String(each), label: String(each) }))}
              value={year}
              onChange={(event) => choose(Number(event.target.value))}
            />
          </Field>
        </div>
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-3">
          <DownloadButton endpoint={api.exportInvoiceLines} query={{ year }} label="Lines as CSV" />
          <DownloadFileButton
            endpoint={api.exportInvoiceDocuments}
            query={{ year }}
            label="All PDFs as ZIP"
            fallbackName={`invoices-${year}.zip`}
          />
        </div>
      </div>
    </Card>
  );
}
