import { api } from '@atelier/domain/api.ts';
import type { Endpoint, EndpointReply } from '@atelier/domain/endpoint.ts';
import type { CreateEnquiry } from '@atelier/domain/enquiries/schema.ts';
import { type Brief, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import type { Session } from '@supabase/auth-js';
import type { Product } from './product.ts';

/*
 * Fills the product by its own calls, for journeys that are about what is shown and not about how it came there.
 */

async function call(product: Product, method: string, path: string, body: unknown, token?: string) {
  const reply = await fetch(`${product.origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** A call as the person whose session it is; what they see and do without a browser. */
export async function callAs<E extends Endpoint>(
  product: Product,
  { access_token: token }: Session,
  { method, path }: E,
  { params = {}, body }: { params?: Record<string, string>; body?: unknown } = {},
): Promise<EndpointReply<E>> {
  return call(
    product,
    method,
    path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
    body,
    token,
  );
}

/** A brief that may be submitted as it stands. */
export function sampleBrief(answers: Partial<Brief> = {}): Brief {
  return {
    ...emptyBrief('Europe/Berlin'),
    company: 'Sample Bakery',
    contact: 'Sam Sample',
    email: 'sam@bakery.example',
    domain: 'bakery.example',
    features: ['web', 'seo', 'support'],
    goals: 'Sell bread to people who live nearby.',
    timelineConfidence: 'firm',
    contentReadiness: 'partial',
    ...answers,
  };
}

/** Saves a brief as the draft of the person whose session it is, at the step where they left off. */
export async function saveDraft(
  product: Product,
  session: Session,
  answers: Partial<Brief> = {},
  step = 3,
): Promise<Project> {
  const body = { step, data: sampleBrief(answers) };
  return (await call(product, 'POST', api.saveOnboarding.path, body, session.access_token)).onboarding;
}

/** Submits a brief for the person whose session it is; their draft, if they have one, is what becomes of it. */
export async function submitProject(
  product: Product,
  session: Session,
  answers: Partial<Brief> = {},
): Promise<Project> {
  const body = { final: sampleBrief(answers) };
  return (await call(product, 'POST', api.submitOnboarding.path, body, session.access_token)).onboarding;
}

/** Sends an enquiry as the contact page does. */
export async function sendEnquiry(product: Product, enquiry: Partial<CreateEnquiry> = {}): Promise<void> {
  await call(product, 'POST', api.createEnquiry.path, {
    name: 'Vera Visitor',
    email: 'vera@visitor.example',
    phone: '',
    message: 'I would like a website for my shop.',
    ...enquiry,
  });
}

let words = 0;

/** A word that nothing else in the product contains: a search for it finds what a journey made, and nothing more. */
export function newWord(): string {
  words += 1;
  return `zq${process.pid}x${words}y`;
}
