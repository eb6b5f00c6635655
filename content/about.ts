import { claims } from './claims.ts';
import type { PictureName } from './pictures.ts';
import { typefaces } from './typefaces.ts';

export interface Point {
  title: string;
  text: string;
}

/** The page about the studio. Sample content: no such person exists (see `sample.ts`). Write your own. */
export const about = {
  /** From `pictures.ts`, below the introduction. */
  picture: 'studio-desk',
  lead: 'The person you talk to is the person who designs it, builds it, and answers when something breaks.',
  opening:
    'Most websites don’t fail because of the design. They fail in the gaps: between the person who sold it and the person who designed it, between the design and the code, between the launch and the first thing that breaks. A studio of one has no such gaps.',
  story: [
    'It also has a limit, and that’s the point. Two or three projects at a time, each one on my mind in the shower. When I’m full, I say so, and the proposal names the week yours starts.',
    'You don’t get a theme with your logo on it. You get the smallest thing that does the job, made properly: it loads before people lose interest, reads well in bright sun, works without a mouse, and is yours if you leave.',
  ],
  principles: [
    {
      title: 'Less, but finished',
      text: 'Five pages that work beat twelve that nearly do. If it isn’t worth finishing, it isn’t worth starting.',
    },
    {
      title: 'Measured, not guessed',
      text: 'Speed, accessibility and results are numbers, before and after. You get both, even when they’re unflattering.',
    },
    {
      title: 'Plain words',
      text: 'On your pages, in my proposals and in every email. If a sentence needs a meeting, it’s the wrong sentence.',
    },
    {
      title: 'Everyone can use it',
      text: 'Large enough, clear enough, calm enough, by keyboard or by thumb. That’s not an extra.',
    },
    {
      title: 'No strings',
      text: 'Your domain, your accounts, your code. You stay because it works, not because leaving is hard.',
    },
    {
      title: 'Silence is a bug',
      text: `A question gets an answer, even if the answer is “not yet”. The ${claims.introCall.text} call is free, even if the answer is no.`,
    },
  ] satisfies readonly Point[],
  declines: {
    title: 'What I turn down',
    text: 'Some of it someone else does better. The rest works against the people it’s shown to.',
    items: [
      'Pop-ups that ask for your email before you’ve read a word',
      'Countdowns that restart when you reload',
      'Tracking I wouldn’t want to explain to the person being tracked',
      'Rush jobs that skip why the page exists',
      'Projects that need ten people at once',
    ],
  },
  colophon: {
    title: 'How I made this site',
    text: 'It’s built the way yours would be, so let it be my first reference.',
    facts: [
      {
        title: 'Type',
        text: `${typefaces.display.name} to be heard, ${typefaces.text.name} to be read. Both are served from this site.`,
      },
      {
        title: 'Colour',
        text: 'Paper, ink, and the red of a printer’s proof, in light and dark. Every pair is checked for contrast.',
      },
      {
        title: 'Speed',
        text: 'Every public page is a finished file with its styles inside. It appears before the first script runs.',
      },
      {
        title: 'Privacy',
        text: 'No analytics, no advertising, no requests to anyone else’s server. That’s why there’s no cookie banner.',
      },
      { title: 'Pictures', text: 'Drawn for these pages, and sent in the size your screen can show.' },
      {
        title: 'Without scripts',
        text: 'Pages, questions and links work with JavaScript turned off. Signing in and sending forms need it, and say so.',
      },
    ] satisfies readonly Point[],
  },
} as const satisfies { picture: PictureName; [words: string]: unknown };
