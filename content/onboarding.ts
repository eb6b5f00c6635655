/** The wizard's title, by the button that led to it. */
export const startTitles = {
  brief: 'Start a project',
  configure: 'Build your project',
  quote: 'Get a quote',
} as const;

/** Said of ongoing care, which every new brief begins with. */
export const careNote = {
  included:
    'is already added: updates, backups and small changes after launch. It’s billed monthly, and you can cancel any time.',
  leftOut: 'is left out: after launch, updates and backups are yours to do.',
} as const;

/** Each step's question, reason and duration, in the order of the steps. */
export const stepIntroductions: readonly { text: string; minutes: string }[] = [
  {
    text: 'Start from a package or pick features one by one. Nothing is final until you accept a proposal.',
    minutes: '2 minutes',
  },
  { text: 'Who the site is for, and who I’ll be talking to.', minutes: '1 minute' },
  {
    text: 'What should be different once this is live? A few plain sentences are plenty.',
    minutes: '2 minutes',
  },
  {
    text: 'Rough answers are fine: they help me write a proposal that fits. Nothing here is binding.',
    minutes: '3 minutes',
  },
  { text: 'How you want to look and sound, and where to find your material.', minutes: '2 minutes' },
  { text: 'What needs connecting, and when you’d like to go live.', minutes: '1 minute' },
  {
    text: 'This is what my proposal will be written from. Read it as if you were about to sign it.',
    minutes: '1 minute',
  },
];
