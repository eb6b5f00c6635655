import { asksForChange, sendsContract } from './contract-acts.ts';
import { sampleText } from './demo-calls.ts';
import {
  clientSends,
  clientWrites,
  drafts,
  on,
  publishesPlan,
  type Story,
  studioWrites,
  submits,
} from './story.ts';

/** Projects before the work: briefs half written, just submitted, contracts that wait. Everybody here is invented. */
export const beginningStories: readonly Story[] = [
  {
    email: 'ruth@tidewaterkayaks.example',
    username: 'ruth',
    about: { company: 'Tidewater Kayaks', contact: 'Ruth Calder', email: 'ruth@tidewaterkayaks.example' },
    steps: [
      ...on(
        22,
        submits(
          ['web', 'ecom', 'forms', 'host', 'support'],
          {
            goals: 'Tours and rental boats that people can book up to an hour before.',
            budgetRange: '10-25k',
            timelineConfidence: 'hard',
            successMetric: 'bookings',
          },
          90,
        ),
      ),
      ...on(
        20,
        studioWrites(
          'Thank you, Ruth. Two questions: who confirms a booking, and what if the weather turns?',
        ),
      ),
      ...on(19, clientWrites('I do. If it’s stormy, we move the tour and nobody is charged.')),
      ...on(15, sendsContract(8_100, { plan: 'milestones' })),
      ...on(8, asksForChange('Please add that the season starts on the first of May.')),
    ],
  },
  {
    email: 'samira@quillandink.example',
    username: 'samira',
    about: {
      company: 'Quill & Ink Translations',
      contact: 'Samira Haddad',
      email: 'samira@quillandink.example',
    },
    steps: [
      ...on(
        14,
        submits(['web', 'seo', 'forms', 'host'], {
          goals: 'Law firms send us a document and get a price the same day.',
          budgetRange: '5-10k',
          successMetric: 'leads',
          contentReadiness: 'ready',
        }),
      ),
      ...on(13, studioWrites('What a clear brief! I’ll send you a contract this week.')),
      ...on(9, sendsContract(4_400, { plan: 'thirds' }), publishesPlan),
      ...on(8, clientWrites('Got it, thanks. My partner will read it this weekend.')),
      ...on(7, studioWrites('Of course. The offer is good until the end of the month.')),
      ...on(
        5,
        clientSends(sampleText('languages.txt', ['Arabic', 'French', 'Italian', 'Portuguese', 'Greek'])),
      ),
    ],
  },
  {
    email: 'bo@pinewoodhostel.example',
    username: 'bo',
    about: { company: 'Pinewood Hostel', contact: 'Bo Aldridge', email: 'bo@pinewoodhostel.example' },
    steps: [
      ...on(
        11,
        submits(['web', 'forms', 'heat', 'boost', 'host'], {
          goals: 'More guests booking with us directly instead of through a portal.',
          budgetRange: '10-25k',
          successMetric: 'bookings',
        }),
      ),
      ...on(6, sendsContract(4_800)),
    ],
  },
  {
    email: 'haruka@kumotea.example',
    username: 'haruka',
    about: { company: 'Kumo Tea 雲', contact: 'Haruka Mori', email: 'haruka@kumotea.example' },
    steps: [
      ...on(
        5,
        submits(['web', 'ecom', 'brand', 'host'], {
          goals: 'Loose tea in small tins, sent anywhere in two days.',
          timezone: 'Asia/Tokyo',
          budgetRange: '25-50k',
          successMetric: 'sales',
        }),
      ),
      ...on(4, clientWrites('Is it a problem that the shop has to be in Japanese too?')),
    ],
  },
  {
    email: 'eli@saffronstreet.example',
    username: 'eli',
    about: { company: 'Saffron Street Kitchen', contact: 'Eli Navarro', email: 'eli@saffronstreet.example' },
    steps: [
      ...on(
        1,
        submits(
          ['lp', 'forms', 'ga4', 'host'],
          {
            goals: 'A table for tonight in three taps.',
            budgetRange: '<5k',
            timelineConfidence: 'firm',
            successMetric: 'bookings',
          },
          60,
        ),
      ),
    ],
  },
  {
    email: 'cora@brightsidetutoring.example',
    username: 'cora',
    about: {
      company: 'Brightside Tutoring',
      contact: 'Cora Whitfield',
      email: 'cora@brightsidetutoring.example',
    },
    steps: on(19, drafts(3, ['web', 'forms', 'support'], {})),
  },
  {
    email: 'jonas@pedalpost.example',
    username: 'jonas',
    about: { company: 'Pedal Post Couriers', contact: 'Jonas Beck', email: 'jonas@pedalpost.example' },
    steps: [
      ...on(3, drafts(2, ['web', 'ai', 'host'], {})),
      ...on(
        1,
        drafts(5, ['web', 'ai', 'host'], {
          goals: 'Ask where my parcel is, and get a true answer.',
          timelineConfidence: 'flexible',
          contentReadiness: 'partial',
        }),
      ),
    ],
  },
];
