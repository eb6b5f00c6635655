import { api } from '@atelier/domain/api.ts';
import type { Session } from '@supabase/auth-js';
import { sendContract } from '../../e2e/harness/contract.ts';
import { callAs, saveDraft, sendEnquiry, submitProject } from '../../e2e/harness/seed.ts';
import { type Measured, signUpWithSession } from './measured-product.ts';

/** A screen behind a sign-in, and by what one sees that its data is there. */
export interface SignedInScreen {
  name: string;
  user: 'client' | 'studio';
  path: string;
  /** A selector of an element, and text that it contains. */
  shows: readonly [selector: string, text: string];
}

export interface SeededScreens {
  screens: readonly SignedInScreen[];
  sessions: Record<SignedInScreen['user'], Session>;
}

/** Fills the product with a project, a draft and an enquiry, and lists the screens that show them. */
export async function seedScreens(product: Measured): Promise<SeededScreens> {
  const [studio, client] = [
    await signUpWithSession(product, 'owner@studio.example'),
    await signUpWithSession(product, 'client@people.example'),
  ];
  const project = await submitProject(product, client, { company: 'Sample Bakery' });
  const params = { id: project.id };
  await sendContract(product, studio, project, { total: 4_200 });
  await callAs(product, studio, api.createMilestone, {
    params,
    body: { title: 'Second draft', published: true },
  });
  await callAs(product, client, api.sendMessage, { params, body: { body: 'Is the oven ready?' } });
  await sendEnquiry(product);
  // A draft beside the submitted project.
  await saveDraft(product, client, { company: 'Corner Café' });
  const own = `/client-portal/${project.id}`;
  const studios = `/admin/portal/${project.id}`;
  const tabs = (address: string, greeting: string): (readonly [string, string, string, string])[] => [
    ['project, overview', address, 'main', greeting],
    ['project, contract', `${address}?tab=contract`, '[role=tabpanel]', '4,200'],
    ['project, milestones', `${address}?tab=milestones`, '[role=tabpanel]', 'Second draft'],
    ['project, messages', `${address}?tab=feedback`, '[role=tabpanel]', 'Is the oven ready?'],
    ['project, files', `${address}?tab=files`, '[role=tabpanel]', 'No deliverables yet'],
    ['project, activity', `${address}?tab=activity`, '[role=tabpanel]', 'Everything so far'],
  ];
  const of = (user: SignedInScreen['user']) => {
    return ([name, path, selector, text]: readonly [string, string, string, string]): SignedInScreen => ({
      name: `${user}: ${name}`,
      user,
      path,
      shows: [selector, text],
    });
  };
  const screens = [
    ...[
      ['project list', '/client-portal', 'main li a', 'Sample Bakery'] as const,
      ...tabs(own, 'Sell bread'),
      ['profile', '/profile', 'main', 'client@people.example'] as const,
      ['brief', '/start', 'main form', ''] as const,
    ].map(of('client')),
    ...[
      ['overview', '/admin', 'main li', 'Vera Visitor'] as const,
      ['inbox', '/admin/contact', 'main', 'Vera Visitor'] as const,
      ['project list', '/admin/projects', 'main', 'Sample Bakery'] as const,
      ...tabs(studios, 'Sell bread'),
      ['as the client sees it', `${studios}/as-client`, 'main', 'Sell bread'] as const,
      ['users', '/admin/users', 'main', 'client@people.example'] as const,
      ['user', `/admin/users/${client.user.id}`, 'main', 'Sample Bakery'] as const,
      ['audit', '/admin/audit', 'main td', ''] as const,
      ['money', '/admin/money', 'main li', 'Outstanding'] as const,
      ['accepted contracts', '/admin/contracts', 'main', 'Nothing is accepted yet'] as const,
      ['profile', '/profile', 'main', 'owner@studio.example'] as const,
    ].map(of('studio')),
  ];
  return { screens, sessions: { client, studio } };
}
