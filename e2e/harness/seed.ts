import { api } from '@atelier/domain/api.ts';
import type { Endpoint, EndpointReply } from '@atelier/domain/endpoint.ts';
import type { CreateEnquiry } from '@atelier/domain/enquiries/schema.ts';
import { type Brief, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import type { Session as WholeSession } from '@supabase/auth-js';
import type { Product as WholeProduct } from './product.ts';

/* Fills the product through its API, for journeys about how data is shown rather than entered. */

type Product = Pick<WholeProduct, 'origin'>;
type Session = Pick<WholeSession, 'access_token'>;

async function call(product: Product, method: string, path: string, body: unknown, token?: string) {
  const reply = await fetch(`${product.origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** Makes a call with a user's session, without a browser. */
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

/** A brief that can be submitted as it is. */
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

/** Saves a brief as the draft of the session's user, at the given step. */
export async function saveDraft(
  product: Product,
  session: Session,
  answers: Partial<Brief> = {},
  step = 3,
): Promise<Project> {
  const body = { step, data: sampleBrief(answers) };
  return (await call(product, 'POST', api.saveOnboarding.path, body, session.access_token)).onboarding;
}

/** Submits a brief for the session's user; a draft of theirs becomes the project. */
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

/** A word that occurs nowhere else in the product, so that a search for it finds only this journey's data. */
export function newWord(): string {
  words += 1;
  return `zq${process.pid}x${words}y`;
}
