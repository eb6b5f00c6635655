import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { briefMark } from '../draft/brief-differences.ts';

/**
 * The box that has to be ticked before finishing (specification section 5). What is confirmed are the details as they stood:
 * once one of them is another, here or by another device, the box is open again.
 */
export function useConfirmation(form: UseFormReturn<Brief>) {
  const [confirmed, setConfirmed] = useState<string>();
  const [error, setError] = useState<string>();
  const box = useRef<HTMLInputElement>(null);
  const isGiven = confirmed !== undefined && confirmed === briefMark(form.getValues());
  return {
    isGiven,
    error,
    box,
    onChange(given: boolean): void {
      setConfirmed(given ? briefMark(form.getValues()) : undefined);
      setError(undefined);
    },
    /** Says whether it is ticked; if not, says so beside it and goes to it. */
    require(): boolean {
      if (isGiven) return true;
      setError('Please confirm that the details are accurate.');
      box.current?.focus();
      return false;
    },
  };
}
export type Confirmation = ReturnType<typeof useConfirmation>;
