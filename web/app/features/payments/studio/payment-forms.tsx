import { RECORDED_METHODS } from '@atelier/domain/payments/rules.ts';
import { recordPaymentSchema, refundPaymentSchema } from '@atelier/domain/payments/schema.ts';
import type { RefObject } from 'react';
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form';
import { z } from 'zod';
import { parseTypedAmount } from '../../../lib/typed-amount.ts';
import { LateDateInput } from '../../../ui/forms/late-date-input.tsx';

/** What every dialog about payments is given. */
export interface DialogControl {
  projectId: string;
  isOpen: boolean;
  onClose: () => void;
  /** It is done, with an announcement. */
  onDone: (announcement: string) => void;
  /** Has the keyboard once it is done. */
  finalFocus: RefObject<HTMLElement | null>;
}

/** A payment as it is typed: amounts as text, the fee perhaps not at all. */
export const recordFormSchema = z
  .object({
    amount: z.string(),
    fee: z.string(),
    method: z.enum(RECORDED_METHODS),
    reference: z.string(),
    on: z.string(),
    note: z.string(),
  })
  .transform(
    ({ amount, fee, ...rest }): z.input<typeof recordPaymentSchema> => ({
      ...rest,
      amount: parseTypedAmount(amount),
      fee: fee.trim() === '' ? 0 : parseTypedAmount(fee),
    }),
  )
  .pipe(recordPaymentSchema);
export type RecordInput = z.input<typeof recordFormSchema>;

/** A refund as it is typed. */
export const refundFormSchema = z
  .object({ amount: z.string(), on: z.string(), note: z.string() })
  .transform(
    ({ amount, ...rest }): z.input<typeof refundPaymentSchema> => ({
      ...rest,
      amount: parseTypedAmount(amount),
    }),
  )
  .pipe(refundPaymentSchema);
export type RefundInput = z.input<typeof refundFormSchema>;

/** A day of a form. */
export function DayInput<Values extends FieldValues, Result>({
  control,
  name,
}: {
  control: Control<Values, unknown, Result>;
  name: Path<Values>;
}) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <LateDateInput {...{ value, onChange, onBlur, ref }} />
      )}
    />
  );
}
