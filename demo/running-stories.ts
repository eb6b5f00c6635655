import { accepts, declinesChange, sendsChange, sendsContract } from './contract-acts.ts';
import { samplePicture } from './demo-calls.ts';
import {
  holdsUntilPaid,
  invoices,
  pausesReminders,
  pays,
  sendsInvoices,
  sendsInvoicesByItself,
} from './money-acts.ts';
import { northlightStory } from './northlight-story.ts';
import { asksFor, brings } from './request-acts.ts';
import {
  clientWrites,
  moves,
  on,
  publishesPlan,
  replansOpen,
  reschedules,
  reviews,
  type Story,
  sendsForReview,
  studioNotes,
  studioPlans,
  studioSends,
  studioWrites,
  submits,
} from './story.ts';

/** Projects under way, one in each state that a milestone can have. Everybody here is invented. */
export const runningStories: readonly Story[] = [
  northlightStory,
  {
    email: 'ines@harbourphysio.example',
    username: 'ines',
    about: { company: 'Harbour Physio', contact: 'Inês Duarte', email: 'ines@harbourphysio.example' },
    steps: [
      ...on(
        96,
        submits(['web', 'forms', 'leads', 'seo', 'host', 'support'], {
          goals: 'New patients find a free slot within two minutes.',
          budgetRange: '10-25k',
          timelineConfidence: 'firm',
          successMetric: 'bookings',
          constraints: 'Health data stays out of the site.',
        }),
      ),
      ...on(
        93,
        sendsContract(4_900, {
          plan: [
            [34, 'acceptance'],
            [33, 'design'],
            [33, 'launch'],
          ],
        }),
      ),
      ...on(90, accepts('Inês Duarte'), publishesPlan),
      ...on(89, sendsInvoices),
      ...on(82, moves('kickoff', 'in_review')),
      ...on(80, reviews('kickoff', 'approved'), pays('accepted')),
      ...on(
        58,
        sendsForReview('design', {
          link: 'https://staging.harbourphysio.example/?look=2',
          note: 'The booking button follows you down the page: tell me if that is too much.',
        }),
      ),
      ...on(52, reviews('design', 'approved', 'My patients in the waiting room liked it too.')),
      ...on(
        45,
        moves('site', 'in_progress'),
        replansOpen(-8),
        studioPlans('Ask Inês again who can open the calendar', 0),
      ),
      ...on(33, sendsInvoices, holdsUntilPaid('launch', '“Design” is approved')),
      ...on(
        20,
        moves('measuring', 'blocked', 'I need access to the calendar first.'),
        reschedules('measuring', -3),
      ),
      ...on(
        19,
        studioWrites(
          'I need access to your calendar to continue with the booking form. Who can give me that?',
        ),
      ),
      ...on(9, clientWrites('Sorry, our administrator is away until Monday. Does that delay the launch?')),
      ...on(
        4,
        studioNotes('The administrator also pays the invoices. Call on Tuesday if nothing has arrived.'),
      ),
    ],
  },
  {
    email: 'petra@fernsidevets.example',
    username: 'petra',
    about: { company: 'Fernside Vets', contact: 'Petra Lindqvist', email: 'petra@fernsidevets.example' },
    steps: [
      ...on(
        66,
        submits(['web', 'forms', 'seo', 'host'], {
          goals: 'Owners see right away whether we’re open, and who to call at night.',
          budgetRange: '5-10k',
          successMetric: 'other',
          successOther: 'Fewer calls at night that can wait.',
        }),
      ),
      ...on(
        63,
        sendsContract(4_300, {
          plan: [
            [40, 'acceptance'],
            [30, { label: 'for the design', day: -1 }],
            [30, 'launch'],
          ],
        }),
        publishesPlan,
      ),
      ...on(61, accepts('Petra Lindqvist')),
      ...on(60, sendsInvoices),
      ...on(52, moves('kickoff', 'in_review')),
      ...on(51, reviews('kickoff', 'approved')),
      ...on(38, pays('accepted')),
      ...on(15, replansOpen(1)),
      ...on(
        12,
        studioSends(samplePicture('design-vets.png', [240, 246, 240], [46, 94, 70])),
        sendsForReview('design', { files: ['design-vets.png'] }),
      ),
      ...on(11, studioWrites('The design is ready for you in the plan. No rush, but by Friday if you can.')),
      ...on(
        8,
        invoices('Photographs of the practice', [
          { title: 'Half a day with a photographer', price: 420 },
          { title: 'Licence for the website', price: 60 },
        ]),
      ),
      ...on(
        7,
        clientWrites('Our bookkeeper pays everything on the last Friday of the month. Is that all right?'),
      ),
      ...on(6, studioWrites('Of course. I’ve turned the reminders off for you.'), pausesReminders),
    ],
  },
  {
    email: 'mika@lumenceramics.example',
    username: 'mika',
    about: { company: 'Lumen Ceramics', contact: 'Mika Sørensen', email: 'mika@lumenceramics.example' },
    steps: [
      ...on(
        58,
        submits(['web', 'ecom', 'email', 'host', 'support'], {
          goals: 'Sell thirty pieces a month without a market stall.',
          budgetRange: '10-25k',
          successMetric: 'sales',
        }),
      ),
      ...on(
        56,
        sendsContract(8_200, {
          plan: [
            [25, 'acceptance'],
            [25, { label: 'for the second stage', day: -10 }],
            [25, { label: 'for the third stage', day: 50 }],
            [25, { label: 'for the last stage', day: 110 }],
          ],
        }),
        publishesPlan,
        sendsInvoicesByItself,
      ),
      ...on(54, accepts('Mika Sørensen')),
      ...on(46, pays('accepted')),
      ...on(44, moves('kickoff', 'in_review')),
      ...on(43, reviews('kickoff', 'approved'), replansOpen(4)),
      ...on(10, moves('design', 'in_review')),
      ...on(
        7,
        reviews('design', 'needs_changes', 'The glaze looks grey on my screen. Can the pictures be warmer?'),
      ),
      ...on(5, moves('growth', 'cancelled', 'We agreed on the phone to leave the newsletter for later.')),
      ...on(3, clientWrites('And one more thing: could prices show without cents?')),
    ],
  },
  {
    email: 'dev@oaklinejoinery.example',
    username: 'dev_oakline',
    about: { company: 'Oakline Joinery', contact: 'Dev Patel-Moore', email: 'dev@oaklinejoinery.example' },
    steps: [
      ...on(
        24,
        submits(['web', 'brand', 'forms', 'host'], {
          goals: 'Show the work large, and get enquiries that name a size and a wood.',
          budgetRange: '5-10k',
          successMetric: 'leads',
          contentReadiness: 'need help',
        }),
      ),
      ...on(21, sendsContract(5_100)),
      ...on(
        17,
        accepts('Dev Patel-Moore'),
        publishesPlan,
        asksFor({ 'Your logo and colours': -6, 'Access to your domain': 3 }),
      ),
      ...on(13, moves('kickoff', 'in_progress'), replansOpen(2)),
      ...on(12, clientWrites('I have three hundred photos. How many do you need?')),
      ...on(11, studioWrites('Twelve you’re proud of.')),
      ...on(
        9,
        sendsInvoices,
        sendsChange('Preparing fifty photos', {
          reason: 'Fifty of your photos, cropped, colour-matched and named by wood, instead of twelve.',
          lines: [{ title: 'Preparing 38 more photos', price: 450 }],
          payments: [[100, 'launch']],
          days: 4,
        }),
      ),
      ...on(8, declinesChange('Preparing fifty photos', 'Twelve will do. You’re right.')),
      ...on(
        4,
        pays('accepted', { amount: 1_000 }),
        brings('Access to your domain', 'You’re invited. I hope I clicked the right thing.'),
        clientWrites('A first part, the rest follows next week.'),
      ),
    ],
  },
];
