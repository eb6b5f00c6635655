import { accepts, acceptsChange, sendsChange, sendsContract } from './contract-acts.ts';
import { samplePdf, samplePicture, sampleText } from './demo-calls.ts';
import { invoices, pays, sendsInvoices, sendsInvoicesByItself } from './money-acts.ts';
import { asksFor, brings, bringsColleague, takesAnswer } from './request-acts.ts';
import {
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

/** One client with a finished project and a running one, in which everything of the portal happens. All of it is invented. */
export const northlightStory: Story = {
  email: 'tomas@northlight.example',
  username: 'tomas',
  about: {
    company: 'Northlight Climbing',
    contact: 'Tomás Rivera',
    email: 'tomas@northlight.example',
  },
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
    ...on(262, sendsContract(2_400), publishesPlan, sendsInvoicesByItself),
    ...on(261, accepts('Tomás Rivera')),
    ...on(255, pays('accepted')),
    ...on(248, sendsRestForReview),
    ...on(
      246,
      approvesAll,
      clientWrites('Six hundred names on the list. See you in spring for the real site!'),
    ),
    ...on(245, studioWrites('Six hundred! Until spring, then, Tomás.')),
    ...on(233, pays('launch')),
    ...on(
      74,
      submits(
        ['web', 'brand', 'forms', 'ga4', 'ecom', 'host', 'support'],
        {
          goals: 'The whole hall online: routes, courses, day passes and memberships to buy before you come.',
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
      reschedules('kickoff', -60),
      studioWrites('Good to have you back, Tomás. I’ve added the shop to the plan as its own step.'),
    ),
    ...on(
      71,
      sendsContract(9_200, {
        beside: [{ title: 'Moving the list from the opening page', price: 200 }],
      }),
      publishesPlan,
    ),
    ...on(70, clientWrites('Can I pay by bank transfer?')),
    ...on(69, studioWrites('Of course: half when you accept, half at launch, each by transfer.')),
    ...on(
      68,
      accepts('Tomás Rivera'),
      studioNotes('Decides with Ida, who has the final say on pictures. Phone after 6 pm, never on Fridays.'),
    ),
    ...on(
      67,
      sendsInvoices,
      bringsColleague({ email: 'ida@northlight.example', username: 'ida' }, 'decides'),
      asksFor({
        'Texts and pictures for your pages': -58,
        'Your products': -25,
        'Access to your analytics': 4,
      }),
    ),
    ...on(61, pays('accepted')),
    ...on(
      60,
      clientSends(
        sampleText('routes.csv', ['wall,route,grade', 'North,Frost,6a', 'North,Lantern,6c+', 'Cave,Bat,7b']),
      ),
      clientSends(samplePicture('hall-photo.png', [226, 221, 212], [66, 72, 80])),
      moves('kickoff', 'in_review'),
    ),
    ...on(
      59,
      reviews('kickoff', 'approved'),
      clientWrites('The photos and the route list are in the files.'),
      brings(
        'Texts and pictures for your pages',
        'The photos are in the files, the rest is on the old page.',
      ),
    ),
    ...on(58, takesAnswer('Texts and pictures for your pages')),
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
      28,
      sendsChange('A page for the summer camps', {
        reason: 'You asked for a page of its own for the camps, with dates, ages and a form to register.',
        lines: [{ title: 'Summer camps', detail: 'One page · a form · a list for Ida', price: 600 }],
        payments: [
          [50, 'acceptance'],
          [50, 'launch'],
        ],
      }),
    ),
    ...on(27, acceptsChange('A page for the summer camps', 'Tomás Rivera'), sendsInvoices),
    ...on(
      26,
      brings('Your products', 'This is everything we sell at the desk.', [
        sampleText('desk.csv', ['product', 'Chalk bag', 'Tape', 'T-shirt with the logo']),
      ]),
    ),
    ...on(25, takesAnswer('Your products', 'The prices are missing, and which of them come in sizes.')),
    ...on(
      22,
      brings('Your products', '', [
        sampleText('desk-with-prices.csv', [
          'product,price,sizes',
          'Chalk bag,18,',
          'Tape,4,',
          'T-shirt,25,XS to XL',
        ]),
      ]),
    ),
    ...on(21, takesAnswer('Your products')),
    ...on(19, pays('this change is accepted')),
    ...on(
      6,
      invoices(
        'Stickers and posters for the hall',
        [
          { title: 'Stickers with the logo', quantity: 200, price: 0.85, isTaxed: true },
          { title: 'Posters, 50 × 70 cm', quantity: 24, price: 11.5, isTaxed: true },
          { title: 'Drawing both, in hours', quantity: 2.5, price: 90 },
        ],
        'Printed on paper from managed forests.',
      ),
    ),
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
      asksFor({ 'Access to Stripe': 3 }),
      studioNotes(
        'Vouchers are still open: he wants to ask his accountant about VAT first. Don’t build them twice.',
      ),
      studioPlans('Ask Tomás what his accountant says about vouchers', -1),
      studioPlans('Test checkout with a real card', 6),
    ),
    ...on(
      3,
      sendsChange('Gift vouchers', {
        reason: 'Vouchers were on your list of things that would be nice. This is what they would cost.',
        lines: [{ title: 'Gift vouchers', detail: 'To buy, to print and to redeem at checkout', price: 850 }],
        payments: [[100, 'launch']],
        days: 5,
      }),
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
};
