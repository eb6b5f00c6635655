import type { ComponentProps } from 'react';
import { late } from '../../lib/late.tsx';
import { Skeleton } from '../feedback/placeholders.tsx';
import type { DateInput } from './date-input.tsx';

/** A `DateInput` whose code comes late: for forms in which it is not needed first, and which weigh less without it. */
export const LateDateInput = late<ComponentProps<typeof DateInput>>(
  async () => ({ default: (await import('./date-input.tsx')).DateInput }),
  <Skeleton className="h-11 rounded-md" />,
);
