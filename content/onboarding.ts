/** How the wizard greets a person, by the button that brought them. */
export const startGreetings = {
  brief: {
    title: 'Start a project',
    text: 'Seven short steps, about ten minutes. You can stop anywhere and go on later.',
  },
  configure: {
    title: 'Put your project together',
    text: 'Add what you need, leave out what you do not. The estimate follows along.',
  },
  quote: {
    title: 'Get a quote',
    text: 'Choose what you have in mind and see an estimate at once. Finish the brief for a proposal with a fixed price.',
  },
} as const;

/** What each step asks and why, and how long it takes. In the order of the steps. */
export const stepIntroductions: readonly { text: string; minutes: string }[] = [
  {
    text: 'Start from a package or pick one by one. Nothing is final: we settle the scope together.',
    minutes: '2 minutes',
  },
  { text: 'Who the site is for, and who I talk to about it.', minutes: '1 minute' },
  {
    text: 'What should be different once this is live? A few plain sentences are plenty.',
    minutes: '2 minutes',
  },
  {
    text: 'So that the proposal fits. Rough answers help, and nothing here is binding.',
    minutes: '3 minutes',
  },
  { text: 'How you want to look and sound, and where your material is.', minutes: '2 minutes' },
  { text: 'What has to be connected, and when you would like to be live.', minutes: '1 minute' },
  { text: 'Read it over once. Every part can still be changed.', minutes: '1 minute' },
];
