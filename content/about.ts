import { claims } from './claims.ts';
import type { PictureName } from './pictures.ts';

export interface Point {
  title: string;
  text: string;
}

/** The page about the studio. Sample content: there is nobody behind it (see `sample.ts`). Write your own. */
export const about = {
  /** Of `pictures.ts`, under the first words. */
  picture: 'studio-desk',
  lead: 'The person you talk to is the person who designs it, builds it, and answers when something breaks.',
  opening:
    'Most websites do not fail because of the design. They fail in the gaps: between the one who sold it and the one who drew it, between the drawing and the code, between the launch and the first thing that breaks. A studio of one has no such gaps.',
  story: [
    'It also has a limit, and that is the point. Two or three projects at a time, each with somebody thinking about it in the shower. When the calendar is full, it says so, and the proposal names the week in which yours begins.',
    'What you get is not a theme with your logo on it. It is the smallest thing that does the job, made properly: it loads before people lose interest, it can be read in the sun and used without a mouse, and it is yours when you leave.',
  ],
  principles: [
    {
      title: 'Less, but finished',
      text: 'Five pages that work beat twelve that are nearly there. What is not worth finishing is not worth starting.',
    },
    {
      title: 'Measured, not felt',
      text: 'Speed, accessibility and results are numbers before and after. You get both, also when they are not flattering.',
    },
    {
      title: 'Plain words',
      text: 'On your pages, in my proposals, and in every mail. If a sentence needs a meeting, it is the wrong sentence.',
    },
    {
      title: 'Everybody can use it',
      text: 'Large enough, clear enough, quiet enough, with a keyboard as well as with a thumb. That is not an extra.',
    },
    {
      title: 'No strings',
      text: 'Your domain, your accounts, your code. You stay because it works, not because leaving is hard.',
    },
    {
      title: 'Silence is a bug',
      text: `A question gets an answer, also when the answer is “not yet”. The ${claims.introCall.text} call costs nothing, also when the answer is no.`,
    },
  ] satisfies readonly Point[],
  declines: {
    title: 'What I turn down',
    text: 'Not because it is wrong to want it, but because somebody else will do it better, or because it works against the people it is shown to.',
    items: [
      'Pop-ups that ask for an address before they have said anything',
      'Countdowns that start again when the page is loaded anew',
      'Tracking that I would not like to explain to the person tracked',
      'Rush jobs that skip the question what the page is for',
      'Teams that need ten people at once',
    ],
  },
  colophon: {
    title: 'How this site was made',
    text: 'It is built the way yours would be, so it may as well be the first reference.',
    facts: [
      {
        title: 'Type',
        text: 'Bricolage Grotesque for what should be heard, Instrument Sans for what should be read. Both are served from here.',
      },
      {
        title: 'Colour',
        text: 'Paper, ink, and the red of a printer’s proof, in daylight and at night. Every pair is checked for contrast.',
      },
      {
        title: 'Speed',
        text: 'Every public page is a finished file with its styles inside. It is painted before the first script runs.',
      },
      {
        title: 'Privacy',
        text: 'No analytics, no advertising, no request to anybody else’s server. That is why nothing asks you about cookies.',
      },
      { title: 'Pictures', text: 'Drawn for these pages, and sent in the size that your screen can show.' },
      {
        title: 'Without scripts',
        text: 'Pages, questions and links work with JavaScript switched off. Signing in and sending forms need it, and say so.',
      },
    ] satisfies readonly Point[],
  },
} as const satisfies { picture: PictureName; [words: string]: unknown };
