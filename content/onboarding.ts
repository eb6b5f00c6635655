/** The wizard's greetings, by the button that led to it. */
export const startGreetings = {
  brief: {
    title: 'Start a project',
    text: 'Seven short steps, about ten minutes. Stop anywhere and pick up later.',
  },
  configure: {
    title: 'Build your project',
    text: 'Add what you need, skip what you don’t. The estimate updates as you go.',
  },
  quote: {
    title: 'Get a quote',
    text: 'Pick what you have in mind and see an estimate right away. Finish the brief to get a fixed-price proposal.',
  },
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
  { text: 'Check it over. You can still change anything.', minutes: '1 minute' },
];
