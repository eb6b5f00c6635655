import { billing as settings } from '@atelier/content/billing.ts';
import { lineAmount } from '@atelier/domain/invoices/amounts.ts';
import { MAX_INVOICE_LINES } from '@atelier/domain/invoices/rules.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { ArrowDown, ArrowUp, Ellipsis, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { Field, FieldError, Input } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { MenuIconButton } from '../../../ui/overlays/menu.tsx';
import { taxWords } from '../invoice-facts.tsx';
import { countedLines, emptyLine, type InvoiceInput, taxKey, taxOf } from './invoice-form.ts';

/**
 * What, quantity, price, amount and menu, with the detail and the tax below; one under the other where there is no room.
 */
const columns = '@min-[44rem]:grid-cols-[minmax(0,1fr)_5.5rem_9rem_7.5rem_2.75rem]';
/** Beside each other, the labels stand once, above the first line. */
const inColumn = '@min-[44rem]:[&>label]:sr-only';

/** The lines of an invoice: added, moved, removed and filled in. */
export function LineFields<Result>({ form }: { form: UseFormReturn<InvoiceInput, unknown, Result> }) {
  const { fields, append, remove, move } = useFieldArray({
    control: form.control,
    name: 'lines',
    keyName: 'key',
  });
  const [announcement, setAnnouncement] = useState('');
  const adder = useRef<HTMLButtonElement>(null);
  const lines = form.watch('lines');
  const { errors } = form.formState;
  // A draft keeps a tax that is no longer offered.
  const taxes = [...new Set([...settings.taxes.map(taxKey), ...lines.map(({ tax }) => tax)])].map(
    (value) => ({
      value,
      label: taxWords(taxOf(value)),
    }),
  );
  const counted = countedLines(lines);
  const moveTo = (from: number, to: number) => {
    move(from, to);
    setAnnouncement(`Line ${from + 1} is line ${to + 1} now.`);
  };
  const drop = (index: number) => {
    remove(index);
    setAnnouncement(`Removed line ${index + 1}.`);
    // The menu that was pressed is gone.
    adder.current?.focus();
  };
  return (
    <div className="@container grid grid-cols-1 gap-3">
      <div aria-hidden="true" className={`hidden gap-x-3 text-sm font-semibold @min-[44rem]:grid ${columns}`}>
        <span>What</span>
        <span className="text-right">Quantity</span>
        <span className="text-right">Price</span>
        <span className="text-right">Amount</span>
      </div>
      <ol aria-label="Lines" className="grid grid-cols-1 gap-4">
        {fields.map((field, index) => {
          const problem = errors.lines?.[index];
          const path = `lines.${index}` as const;
          return (
            <li
              key={field.key}
              className="rounded-md bg-sunken p-4 @min-[44rem]:rounded-none @min-[44rem]:bg-transparent @min-[44rem]:p-0"
            >
              <fieldset
                className={`grid min-w-0 grid-cols-2 gap-3 @min-[44rem]:items-start @min-[44rem]:gap-y-2 ${columns}`}
              >
                <legend className="sr-only">Line {index + 1}</legend>
                <Field
                  label="What"
                  error={problem?.title?.message}
                  className={`col-span-full @min-[44rem]:col-span-1 ${inColumn}`}
                >
                  <Input {...form.register(`${path}.title`)} autoComplete="off" />
                </Field>
                <Field label="Quantity" error={problem?.quantity?.message} className={inColumn}>
                  <Input
                    {...form.register(`${path}.quantity`)}
                    inputMode="decimal"
                    autoComplete="off"
                    className="tabular-nums @min-[44rem]:text-right"
                  />
                </Field>
                <Field label="Price" error={problem?.unitPrice?.message} className={inColumn}>
                  <Input
                    {...form.register(`${path}.unitPrice`)}
                    inputMode="decimal"
                    autoComplete="off"
                    placeholder="0.00"
                    className="tabular-nums @min-[44rem]:text-right"
                  />
                </Field>
                <Field
                  label="Detail"
                  isOptional
                  error={problem?.detail?.message}
                  className={`col-span-full @min-[44rem]:col-span-1 @min-[44rem]:col-start-1 ${inColumn}`}
                >
                  <Textarea
                    {...form.register(`${path}.detail`)}
                    rows={1}
                    placeholder="Detail"
                    className="min-h-11! text-sm"
                  />
                </Field>
                <Field
                  label="Tax"
                  className={`col-span-full @min-[44rem]:col-span-2 @min-[44rem]:col-start-2 ${inColumn}`}
                >
                  <Select {...form.register(`${path}.tax`)} choices={taxes} />
                </Field>
                <p className="flex min-h-11 flex-wrap items-center gap-x-2 tabular-nums @min-[44rem]:col-start-4 @min-[44rem]:row-start-1 @min-[44rem]:justify-end">
                  <span className="text-sm text-ink-soft @min-[44rem]:sr-only">Amount</span>
                  <span className="min-w-0 wrap-anywhere">
                    {formatCents(lineAmount(counted[index] ?? { quantity: 0, unitPrice: 0 }))}
                  </span>
                </p>
                <MenuIconButton
                  label={`More for line ${index + 1}`}
                  className="-mr-2 justify-self-end @min-[44rem]:col-start-5 @min-[44rem]:row-start-1"
                  sections={[
                    [
                      ...(index > 0
                        ? [{ label: 'Move up', icon: ArrowUp, onSelect: () => moveTo(index, index - 1) }]
                        : []),
                      ...(index < fields.length - 1
                        ? [{ label: 'Move down', icon: ArrowDown, onSelect: () => moveTo(index, index + 1) }]
                        : []),
                    ],
                    [{ label: 'Remove', icon: Trash2, onSelect: () => drop(index) }],
                  ]}
                >
                  <Ellipsis aria-hidden="true" />
                </MenuIconButton>
              </fieldset>
            </li>
          );
        })}
      </ol>
      <FieldError message={errors.lines?.root?.message ?? errors.lines?.message} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          ref={adder}
          size="sm"
          variant="secondary"
          aria-disabled={fields.length >= MAX_INVOICE_LINES || undefined}
          onClick={() => {
            append(emptyLine());
            setAnnouncement(`Added line ${fields.length + 1}.`);
          }}
        >
          <Plus aria-hidden="true" className="size-4" />
          Add a line
        </Button>
        <StatusLine className="sr-only">{announcement}</StatusLine>
      </div>
    </div>
  );
}
