import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** The header card and the account card while they are on their way. */
export function ProfileSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading your profile…</span>
      <Card>
        <div className="flex items-center gap-5">
          <Skeleton className="size-16 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-7 w-40" />
            <Skeleton className="h-5 w-56 max-w-full" />
            <Skeleton className="h-4 w-48 max-w-full" />
          </div>
        </div>
      </Card>
      <Card>
        <Skeleton className="h-6 w-24" />
        {['username', 'email', 'id', 'since'].map((row) => (
          <div key={row} className="grid gap-2 border-t border-rule pt-4">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-5 w-52 max-w-full" />
          </div>
        ))}
      </Card>
    </div>
  );
}
