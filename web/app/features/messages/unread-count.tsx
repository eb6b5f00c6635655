/** The number of unread messages; renders nothing for 0. */
export function UnreadCount({ count }: { count: number | undefined }) {
  if (!count) return null;
  return (
    <span className="inline-grid min-w-6 place-items-center rounded-full bg-accent px-1.5 text-xs leading-6 font-semibold text-on-accent tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only">{count === 1 ? ' unread message' : ' unread messages'}</span>
    </span>
  );
}
