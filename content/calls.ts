import { HOLD_MINUTES } from '@atelier/domain/bookings/rules.ts';
import { studio } from './studio.ts';

/** Hours before a call at which you and your visitor are reminded of it by email. */
export const callReminderHours: readonly number[] = [24, 1];

/** What your visitor reads where they choose a time. */
export const callOffer = {
  heading: 'Book a call',
  text: 'It’s free, and shows whether I’m the right fit.',
  /** Above the message form, which is then the second one. */
  instead: 'Or send me a message',
  /** Below the form. */
  privacy: 'By booking, you agree that I use your details for this call, and for nothing else.',
  /** After booking. */
  booked: 'Booked. The confirmation is in your inbox, with a calendar file and a link to move or cancel.',
  /** After asking for a call whose address has to be confirmed. */
  asked: 'Almost done: press the link in the email I just sent you, and the call is booked.',
} as const;

interface CallWords {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
}

/**
 * Your words to the visitor. `when` is the time in their own zone: "Monday, March 4, 2030 at 10:00 AM GMT+1". Below them are the
 * facts and the link to move or cancel.
 */
export const callMails: Record<
  'booked' | 'moved' | 'cancelled' | 'cancelledByStudio',
  (facts: { when: string }) => CallWords
> & {
  /** Before anything is booked. `isHeld`: nobody else can take the time in the first half hour. */
  confirm: (facts: { when: string; isHeld: boolean }) => CallWords;
} = {
  confirm: ({ when, isHeld }) => ({
    subject: `Confirm your call with ${studio.name}: ${when}`,
    heading: 'Confirm your call',
    paragraphs: [
      isHeld
        ? `One press, and the call is booked. I’m keeping this time for you for ${HOLD_MINUTES} minutes; after that, it’s yours if it’s still free. The link works for a day.`
        : 'One press, and the call is booked. Others can ask for this time as well, and it goes to whoever confirms first. The link works for a day.',
    ],
  }),
  booked: ({ when }) => ({
    subject: `Your call with ${studio.name}: ${when}`,
    heading: 'Your call is booked',
    paragraphs: ['I look forward to it. The attached file adds the call to your calendar.'],
  }),
  moved: ({ when }) => ({
    subject: `Moved: your call with ${studio.name} is on ${when}`,
    heading: 'Your call has a new time',
    paragraphs: ['The attached file moves the call in your calendar.'],
  }),
  cancelled: ({ when }) => ({
    subject: `Cancelled: your call with ${studio.name} on ${when}`,
    heading: 'Your call is cancelled',
    paragraphs: ['The attached file takes it out of your calendar. You’re welcome to book another time.'],
  }),
  cancelledByStudio: ({ when }) => ({
    subject: `Cancelled: your call with ${studio.name} on ${when}`,
    heading: 'I have to cancel our call',
    paragraphs: [
      'I’m sorry: that time doesn’t work any more. The attached file takes the call out of your calendar.',
      'You’re welcome to book another time.',
    ],
  }),
};

/** Your words in a reminder to the visitor. @param hours how many hours before the call it goes out */
export const callReminder = ({ when, hours }: { when: string; hours: number }): CallWords => ({
  subject: `Reminder: your call with ${studio.name} is on ${when}`,
  heading: hours >= 24 ? 'Our call is tomorrow' : 'Our call is soon',
  paragraphs: ['If the time doesn’t work any more, the link below moves or cancels it.'],
});
