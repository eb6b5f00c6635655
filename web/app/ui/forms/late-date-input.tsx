import { late } from '../../lib/late.tsx';
import { Skeleton } from '../feedback/placeholders.tsx';
import type { DateInputProps } from './date-input.tsx';

/** A `DateInput` whose code loads lazily, for forms that don't show it first and load faster without it. */
export const LateDateInput = late<DateInputProps>(
  async () => ({ default: (await import('./date-input.tsx')).DateInput }),
  <Skeleton className="h-11 rounded-md" />,
);
