import { CountMark } from '../../ui/badge.tsx';

/** The number of unread messages; renders nothing for 0. */
export function UnreadCount({ count }: { count: number | undefined }) {
  return <CountMark count={count} one="unread message" many="unread messages" />;
}
