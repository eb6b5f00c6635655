import { useRef, useState } from 'react';

/** The box that has to be ticked before finishing (specification section 5). */
export function useConfirmation() {
  const [isGiven, setIsGiven] = useState(false);
  const [error, setError] = useState<string>();
  const box = useRef<HTMLInputElement>(null);
  return {
    isGiven,
    error,
    box,
    onChange(given: boolean): void {
      setIsGiven(given);
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
