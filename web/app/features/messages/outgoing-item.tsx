import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Bubble, Text } from './message-item.tsx';
import type { Outgoing } from './thread-rows.ts';

/** A message that the server does not have yet: on its way, or not sent and waiting for a decision. */
export function OutgoingItem({
  outgoing,
  isStudios,
  onRetry,
  onTakeBack,
  onDiscard,
}: {
  outgoing: Outgoing;
  isStudios: boolean;
  onRetry: () => void;
  /** Undefined where nothing more is written. */
  onTakeBack: (() => void) | undefined;
  onDiscard: () => void;
}) {
  const hasFailed = outgoing.failure !== undefined;
  return (
    <Bubble isStudios={isStudios} isFirstOfGroup>
      <div className={hasFailed ? undefined : 'opacity-70'}>
        <Text isStudios={isStudios} body={outgoing.body} />
      </div>
      {hasFailed ? (
        <div
          className={clsx('flex flex-wrap items-center gap-x-3 gap-y-1 text-sm', !isStudios && 'justify-end')}
        >
          <p role="alert" className="inline-flex items-center gap-1.5 font-medium text-danger">
            <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
            {outgoing.failure}
          </p>
          <span className="inline-flex flex-wrap items-center gap-1">
            <Button size="sm" variant="secondary" onClick={onRetry}>
              Try again
            </Button>
            {onTakeBack && (
              <Button size="sm" variant="quiet" onClick={onTakeBack}>
                Edit
              </Button>
            )}
            <Button size="sm" variant="quiet" onClick={onDiscard}>
              Discard
            </Button>
          </span>
        </div>
      ) : (
        <p className="text-sm text-ink-soft">Sending…</p>
      )}
    </Bubble>
  );
}
