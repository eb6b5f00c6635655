import type { RequestTemplate } from '@atelier/domain/requests/rules.ts';
import { studio } from './studio.ts';

/** Passwords don't belong in messages: every service that a site needs can invite another account. */
const INVITE = `Please don’t send a password, here or by email: invite ${studio.email} instead.`;

/**
 * What you usually ask a client for. A project's overview suggests those that fit its brief; you change the words for a client
 * before or after you send them. `features` names the features that need it, `stages` the step of the plan that waits for it.
 */
export const requestTemplates: readonly RequestTemplate[] = [
  {
    key: 'logo',
    features: ['brand'],
    stages: ['design'],
    title: 'Your logo and colours',
    instructions:
      'Your logo as an SVG, PDF or AI file if you have one, or the largest picture there is. Add your colours and typefaces if they’re written down anywhere. If you have none of it, just say so.',
  },
  {
    key: 'texts',
    features: ['web', 'lp'],
    isContent: true,
    stages: ['content', 'design', 'site', 'landing'],
    title: 'Texts and pictures for your pages',
    instructions:
      'What each page should say, in any form: a document, an old page, notes. Send pictures as large as you have them, and only those that you may use.',
  },
  {
    key: 'legal',
    features: ['web', 'lp', 'ecom'],
    stages: ['launch'],
    title: 'Your legal pages',
    instructions:
      'The text of your privacy policy and your imprint or terms, as your lawyer or generator gave it to you.',
  },
  {
    key: 'enquiries',
    features: ['forms', 'leads'],
    stages: ['measuring'],
    title: 'Who receives your enquiries',
    instructions: 'The email addresses that enquiries should reach, and who answers which kind.',
  },
  {
    key: 'analytics',
    features: ['ga4', 'heat'],
    stages: ['measuring'],
    title: 'Access to your analytics',
    instructions: `In Google Analytics: Admin, then Account access management, then add ${studio.email} as an editor. The same for Tag Manager, if you have it. If you have neither, just say so: I’ll create them in your name. ${INVITE}`,
  },
  {
    key: 'search-console',
    features: ['seo'],
    stages: ['growth', 'measuring'],
    title: 'Access to Google Search Console',
    instructions: `In Search Console: Settings, then Users and permissions, then add ${studio.email} as a full user. ${INVITE}`,
  },
  {
    key: 'products',
    features: ['ecom'],
    isContent: true,
    stages: ['shop'],
    title: 'Your products',
    instructions:
      'A list of your products with names, prices, variants and stock: a spreadsheet is best. Pictures can come as one ZIP file, named like the products.',
  },
  {
    key: 'stripe',
    features: ['ecom'],
    stages: ['shop'],
    title: 'Access to Stripe',
    instructions: `In Stripe: Settings, then Team, then invite ${studio.email} as a developer. If you have no account yet, create one first: it has to be in your name. ${INVITE}`,
  },
  {
    key: 'assistant',
    features: ['ai'],
    stages: ['assistant'],
    title: 'What the assistant should know',
    instructions:
      'The questions that customers really ask, with the answers you give, and documents it may quote from. Leave out what isn’t public.',
  },
  {
    key: 'proof',
    features: ['boost'],
    stages: ['growth'],
    title: 'Reviews and results to show',
    instructions:
      'Reviews, numbers or logos of customers that you may publish, each with the name it may be shown under.',
  },
  {
    key: 'newsletter',
    features: ['email'],
    stages: ['growth'],
    title: 'Access to your newsletter tool',
    instructions: `Invite ${studio.email} to the tool that sends your emails, with the right to edit. If you have none yet, tell me how many people are on your list. ${INVITE}`,
  },
  {
    key: 'dns',
    features: ['host'],
    stages: ['launch'],
    title: 'Access to your domain',
    instructions: `Where your domain is registered, and an invitation to its DNS settings for ${studio.email}. If your registrar has no invitations, tell me its name: we’ll set it together in a short call. ${INVITE}`,
  },
];
