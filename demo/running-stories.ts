import { samplePdf, samplePicture, sampleText } from './demo-calls.ts';
import {
  accepts,
  approvesAll,
  approvesFile,
  clientSends,
  clientWrites,
  comments,
  moves,
  on,
  publishesPlan,
  renames,
  replansOpen,
  reschedules,
  reviews,
  type Story,
  sendsContract,
  sendsForReview,
  sendsRestForReview,
  studioAnswers,
  studioNotes,
  studioPlans,
  studioReplaces,
  studioSends,
  studioWrites,
  submits,
} from './story.ts';

const climbing = {
  company: 'Northlight Climbing',
  contact: 'Tomás Rivera',
  email: 'tomas@northlight.example',
};

/** Projects under way, one in each state that a milestone can have. Everybody here is invented. */
export const runningStories: readonly Story[] = [
  {
    email: 'tomas@northlight.example',
    username: 'tomas',
    about: climbing,
    steps: [
      ...on(
        264,
        submits(['lp', 'brand', 'host'], {
          goals: 'A page for our hall’s opening: date, address, and a list to join.',
          budgetRange: '<5k',
          timelineConfidence: 'hard',
          successMetric: 'leads',
        }),
        renames('client', 'Opening page'),
      ),
      ...on(262, sendsContract(2_400), publishesPlan),
      ...on(261, accepts('Tomás Rivera')),
      ...on(248, sendsRestForReview),
      ...on(
        246,
        approvesAll,
        clientWrites('Six hundred names on the list. See you in spring for the real site!'),
      ),
      ...on(245, studioWrites('Six hundred! Until spring, then, Tomás.')),
      ...on(
        74,
        submits(
          ['web', 'brand', 'forms', 'ga4', 'ecom', 'host', 'support'],
          {
            goals:
              'The whole hall online: routes, courses, day passes and memberships to buy before you come.',
            pages: 'Home, Routes, Courses, Prices, Shop, About, Contact',
            domain: 'northlight.example',
            brandNotes: 'Keep the logo from the opening page. Chalk white, slate, one warm orange.',
            budgetRange: '10-25k',
            successMetric: 'sales',
            mustHaves: ['Day passes', 'Course calendar'],
            niceToHaves: ['Gift vouchers'],
            decisionMakers: [
              { name: 'Tomás Rivera', role: 'Owner' },
              { name: 'Ida Rivera', role: 'Runs the courses' },
            ],
            inspirationUrls: [{ url: 'https://example.com', note: 'How calm it is' }],
          },
          40,
        ),
      ),
      ...on(
        73,
        renames('owner', 'The whole hall online'),
        studioWrites('Good to have you back, Tomás. I’ve added the shop to the plan as its own step.'),
      ),
      ...on(71, sendsContract(9_200), publishesPlan),
      ...on(70, clientWrites('Can I pay by bank transfer?')),
      ...on(69, studioWrites('Of course: half when you accept, half at launch, each by transfer.')),
      ...on(
        68,
        accepts('Tomás Rivera'),
        studioNotes(
          'Decides with Ida, who has the final say on pictures. Phone after 6 pm, never on Fridays.',
        ),
      ),
      ...on(
        60,
        clientSends(
          sampleText('routes.csv', [
            'wall,route,grade',
            'North,Frost,6a',
            'North,Lantern,6c+',
            'Cave,Bat,7b',
          ]),
        ),
        clientSends(samplePicture('hall-photo.png', [226, 221, 212], [66, 72, 80])),
        moves('kickoff', 'in_review'),
      ),
      ...on(
        59,
        reviews('kickoff', 'approved'),
        clientWrites('The photos and the route list are in the files.'),
      ),
      ...on(
        41,
        studioSends(samplePicture('design-home.png', [250, 247, 242], [196, 84, 40])),
        sendsForReview('design', { files: ['design-home.png'] }),
        studioWrites('The first look is in the files. Orange is only for things you can click.'),
      ),
      ...on(
        39,
        comments('client', 'design-home.png', {
          body: 'Could the courses come right after this picture? Ida gets asked for them most.',
          at: [50, 62],
        }),
        comments('client', 'design-home.png', { body: 'A calmer orange here, please.', at: [12, 5] }),
      ),
      ...on(
        38,
        studioAnswers('design-home.png', 'Yes. They move up in the next version.'),
        comments('owner', 'design-home.png', {
          body: 'Which photo of the hall would you like here? Send it in the files.',
          at: [74, 30],
        }),
      ),
      ...on(38, reviews('design', 'needs_changes', 'Ida would like the courses higher up on the home page.')),
      ...on(
        33,
        studioReplaces('design-home.png', samplePicture('design-home.png', [250, 247, 242], [176, 70, 52])),
        sendsForReview('design', {
          files: ['design-home.png'],
          note: 'Courses are now right under the picture.',
        }),
      ),
      ...on(
        32,
        comments('client', 'design-home.png', { body: 'Is this the warm orange of the logo?', at: [88, 5] }),
        studioAnswers('design-home.png', 'The same one, a shade darker, so that white text reads on it.', {
          isDone: true,
        }),
        comments('client', 'design-home.png', {
          body: 'Prices change in spring: I’ll send you the new list by then.',
          at: [50, 76],
        }),
      ),
      ...on(
        31,
        approvesFile('design-home.png'),
        reviews('design', 'approved', 'That is it. Go! Ida likes the new orange most of all.'),
      ),
      ...on(30, moves('site', 'in_progress'), replansOpen(3)),
      ...on(
        6,
        studioSends(
          samplePdf('how-to-add-a-course.pdf', 'How to add a course', [
            'Open Courses and press New course.',
            'Give it a name, a day and the number of places.',
            'It’s on the site as soon as you press Publish.',
          ]),
        ),
        studioSends(samplePicture('site-on-a-phone.png', [250, 247, 242], [66, 72, 80])),
        sendsForReview('site', {
          link: 'https://staging.northlight.example/',
          files: ['site-on-a-phone.png', 'how-to-add-a-course.pdf'],
          note: 'Every page is ready. Please try it on your own phone.',
        }),
      ),
      ...on(
        4,
        moves('shop', 'in_progress'),
        studioNotes(
          'Vouchers are still open: he wants to ask his accountant about VAT first. Don’t build them twice.',
        ),
        studioPlans('Ask Tomás what his accountant says about vouchers', -1),
        studioPlans('Test checkout with a real card', 6),
      ),
      ...on(
        2,
        clientWrites('We’re trying it in the hall tonight. Where do I change the price of a day pass?'),
        clientWrites('And on Ida’s phone the courses look like this. Is the gap meant to be there?', {
          files: [
            samplePicture('ida-courses.png', [250, 247, 242], [176, 70, 52]),
            samplePicture('ida-menu.png', [226, 221, 212], [66, 72, 80]),
          ],
        }),
      ),
      ...on(
        1,
        studioWrites('Under Shop, in the first row. Step by step in this paper, to print out for the hall.', {
          replyTo: 'We’re trying it in the hall tonight.',
          files: [
            samplePdf('price-of-a-day-pass.pdf', 'The price of a day pass', [
              'Open Shop and press the first row.',
              'Change the price and press Save.',
              'It’s on the site at once; tickets sold keep their price.',
            ]),
          ],
        }),
        studioWrites('No, that’s mine. It’s gone by tomorrow.', { replyTo: 'And on Ida’s phone' }),
      ),
    ],
  },
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
      ...on(93, sendsContract(4_900)),
      ...on(90, accepts('Inês Duarte'), publishesPlan),
      ...on(82, moves('kickoff', 'in_review')),
      ...on(80, reviews('kickoff', 'approved')),
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
      ...on(63, sendsContract(4_300), publishesPlan),
      ...on(61, accepts('Petra Lindqvist')),
      ...on(52, moves('kickoff', 'in_review')),
      ...on(51, reviews('kickoff', 'approved')),
      ...on(15, replansOpen(1)),
      ...on(
        12,
        studioSends(samplePicture('design-vets.png', [240, 246, 240], [46, 94, 70])),
        sendsForReview('design', { files: ['design-vets.png'] }),
      ),
      ...on(11, studioWrites('The design is ready for you in the plan. No rush, but by Friday if you can.')),
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
      ...on(56, sendsContract(8_200), publishesPlan),
      ...on(54, accepts('Mika Sørensen')),
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
      ...on(17, accepts('Dev Patel-Moore'), publishesPlan),
      ...on(13, moves('kickoff', 'in_progress'), replansOpen(2)),
      ...on(12, clientWrites('I have three hundred photos. How many do you need?')),
      ...on(11, studioWrites('Twelve you’re proud of.')),
    ],
  },
];
