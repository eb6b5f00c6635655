import type { EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';

/** What a visitor wrote, and what has become of it. */
export interface DemoEnquiry {
  daysAgo: number;
  name: string;
  email: string;
  phone: string;
  /** Empty if they chose none. */
  subject: string;
  message: string;
  referer: string;
  /** What the studio has made of it by the next day. */
  becomes: EnquiryStatus;
  /** What the studio replied, if it did. */
  reply?: string;
  /** The note of an invitation to begin a project, where the studio sent one. */
  invitation?: string;
}

const FIRST_NAMES = [
  'Amara',
  'Bram',
  'Chiara',
  'Dorian',
  'Edda',
  'Farid',
  'Greta',
  'Hugo',
  'Imani',
  'Jasper',
  'Keiko',
  'Lars',
  'Marisol',
  'Niall',
  'Oona',
  'Pavel',
  'Quentin',
  'Rosalind',
  'Sunniva',
  'Théo',
  'Ursula',
  'Viggo',
  'Wren',
  'Yusuf',
];
const LAST_NAMES = [
  'Ashdown',
  'Bellweather',
  'Castellan',
  'Dunmore',
  'Eastlake',
  'Fairbourne',
  'Greycliff',
  'Holloway-Finch',
  'Ibarra',
  'Jessamine',
  'Kestrel',
  'Larkspur',
  'Møller',
  'Northcote',
  'Okonjo',
  'Pemberley',
  'Quillan',
  'Rookwood',
  'Šimek',
];
const BUSINESSES = [
  'a small vineyard',
  'a bicycle workshop',
  'a music school',
  'a guest house with nine rooms',
  'a law office',
  'a language café',
  'a furniture restorer',
  'a dance company',
  'a garden centre',
  'an architecture practice',
  'a microbrewery',
  'a nursery school',
  'a bookshop',
  'a dental practice',
  'a charity for reading',
];
const WISHES = [
  'Our site is ten years old and nobody dares to touch it. Could you take a look and tell us what it would take?',
  'We need one page that loads fast and says what we do. How soon could you start?',
  'People only find us by word of mouth. What would you do first?',
  'We’d like to sell online, about twenty things. Is that something you do?',
  'Bookings come by phone and get lost. Is there a simple way to take them online?',
  'We have the text but no pictures. Do you work with photographers?',
  'Someone built half a site for us and left. Would you finish it?',
  'We have a brand and a budget, but no idea how to write a brief. Is that a problem?',
  'Would you look after a site you didn’t build? Updates and small changes, month by month.',
  'How would you approach a site in three languages?',
];
/** The subject for each of the wishes. */
const SUBJECTS = [
  'A whole website',
  'A landing page',
  'Getting found: SEO',
  'An online shop',
  '',
  '',
  'A whole website',
  'A call first',
  'Hosting and care',
  '',
];
/** The studio's answer to each of the wishes. */
const ANSWERS = [
  'Ten years is a good age for a site, and nothing in it is dangerous to touch. Send me its address and I’ll tell you what I’d keep.',
  'In about three weeks. A single page takes one to two; have your text ready and it goes faster.',
  'I’d look at what people search for before they call you, and build one page for each of the three things they ask most.',
  'It is. Twenty things fit a small shop with card payment that you can look after on your own.',
  'There is: a form with the times you have free, and an email to both sides. I can show you one in a short call.',
  'I do, in two cities. If you’re far from both, I’ll write down what to photograph, and a phone is enough.',
  'Happily, once I’ve seen the half that exists. Can you give me access to it, or send me what you have?',
  'Not at all: the brief on this site asks seven short things, and there is no wrong answer.',
  'Yes. I’d begin with a look at its state, then a fixed price each month that ends whenever you like.',
  'With one page per language and the same address in each, and by asking first which of the three earns its keep.',
];
const ENDINGS = [
  'Best wishes',
  'Thanks in advance',
  'Looking forward to hearing from you',
  'Greetings from the coast',
  'Kind regards',
];
const REFERERS = ['/', '/services', '/process', '/work', '/blog', '/contact'];
const INVITATION = 'Thank you for your message. The brief takes ten minutes and shows us both what you need.';

/** Days between this enquiry and the one before, again and again: some weeks are busy, some are not. */
const GAPS = [9, 4, 11, 2, 6, 7, 3, 12, 5, 1, 8, 4];
const COUNT = 62;
/** So many of the newest have not been looked at. */
const NEW_ONES = 7;

/** A year of enquiries, oldest first: the same each time. All of them are invented. */
export function enquiriesOfTheYear(): DemoEnquiry[] {
  const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
  const enquiries: DemoEnquiry[] = [];
  let daysAgo = 1;
  for (let fromEnd = 0; fromEnd < COUNT; fromEnd += 1) {
    const [first, last] = [pick(FIRST_NAMES, fromEnd * 7), pick(LAST_NAMES, fromEnd * 5)];
    const business = pick(BUSINESSES, fromEnd * 4);
    const host = `${business.split(' ').at(-1)}-${fromEnd + 1}.example`;
    enquiries.push({
      daysAgo,
      name: `${first} ${last}`,
      email: `${plain(first)}@${plain(host)}`,
      phone: fromEnd % 3 === 0 ? `+44 20 7946 0${100 + fromEnd}` : '',
      subject: fromEnd % 2 === 0 ? pick(SUBJECTS, fromEnd * 3) : '',
      message: `Hello,\n\nI run ${business}. ${pick(WISHES, fromEnd * 3)}\n\n${pick(ENDINGS, fromEnd)},\n${first}`,
      referer: pick(REFERERS, fromEnd),
      becomes: fromEnd < NEW_ONES ? 'new' : fromEnd % 3 === 0 || fromEnd > 30 ? 'archived' : 'read',
      ...(fromEnd >= NEW_ONES && fromEnd % 11 === 0 ? { invitation: INVITATION } : {}),
      ...(fromEnd >= NEW_ONES && fromEnd % 3 === 1
        ? { reply: `Hello ${first},\n\n${pick(ANSWERS, fromEnd * 3)}` }
        : {}),
    });
    daysAgo += fromEnd < NEW_ONES ? fromEnd % 2 : pick(GAPS, fromEnd);
  }
  return enquiries.reverse();
}

/** Without accents, in lower case: as an address is written. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\w.-]/g, '')
    .toLowerCase();
}
