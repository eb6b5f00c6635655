import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** What a list that comes in parts has below it while there is more: asks for the next part. `children` says which. */
export function ShowMore({
  isPending,
  onMore,
  className = 'justify-self-center',
  children,
}: {
  isPending: boolean;
  onMore: () => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Button
      variant="secondary"
      className={className}
      isPending={isPending}
      pendingLabel="Loading…"
      onClick={onMore}
    >
      {children}
    </Button>
  );
}
