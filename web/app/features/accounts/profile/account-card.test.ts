import { describe, expect, it } from 'vitest';
import { pendingEmail } from './account-card.tsx';

const sentAt = '2030-01-31T12:00:00.000Z';
const minutes = (count: number) => Date.parse(sentAt) + count * 60_000;

describe('pendingEmail', () => {
  it.each([
    [{}, 0, undefined],
    [{ new_email: '' }, 0, undefined],
    [
      { new_email: 'a@b.example', email_change_sent_at: sentAt },
      59,
      { address: 'a@b.example', isOver: false },
    ],
    [
      { new_email: 'a@b.example', email_change_sent_at: sentAt },
      60,
      { address: 'a@b.example', isOver: true },
    ],
    [{ new_email: 'a@b.example' }, 600, { address: 'a@b.example', isOver: false }],
  ])('given %j after %i minutes, returns %j', (user, after, pending) => {
    expect(pendingEmail(user, minutes(after))).toEqual(pending);
  });
});
