/** How a project goes, in the order it happens: what the site promises, the portal keeps. */
export const processSteps: readonly { title: string; when: string; text: string }[] = [
  {
    title: 'Brief',
    when: 'Ten minutes, online',
    text: 'You answer seven short pages of questions and see an estimate at once. You can stop and come back at any time.',
  },
  {
    title: 'Call and proposal',
    when: '15 minutes',
    text: 'A short call to see whether we fit, then a proposal with a fixed price. Half of it reserves your place.',
  },
  {
    title: 'Kickoff and design',
    when: '30–45 minutes, then days',
    text: 'We go through the plan together. You see the design early and change it in one or two rounds of feedback.',
  },
  {
    title: 'Build and launch',
    when: '3–7 days for a landing page, 2–3 weeks for a site',
    text: 'You follow every milestone in your portal and approve it with one press. The other half is due at launch.',
  },
];
