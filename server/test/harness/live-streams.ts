import { api } from '@atelier/domain/api.ts';
import { expect } from 'vitest';
import { sampleBrief } from '../samples/projects.ts';
import { type LiveClient, openLive } from './live-client.ts';
import type { TestUser } from './test-app.ts';

/** The streams that the running test has open. */
const opened: LiveClient[] = [];

/** Closes them. A test file hands it to `afterEach` itself: modules outlive a file, hooks don't. */
export function closeStreams(): void {
  for (const client of opened.splice(0)) client.close();
}

/** Opens a stream; the first thing on it is that everything is to be asked for. */
export async function openStream(origin: string, { token }: Pick<TestUser, 'token'>): Promise<LiveClient> {
  const client = await openStreamAfter(origin, token);
  expect((await client.next()).kind).toBe('resync');
  return client;
}

/** Opens a stream like a browser that has heard nothing for so many ms; what it begins with is left on it. */
export async function openStreamAfter(origin: string, token: string, missed?: number): Promise<LiveClient> {
  const client = await openLive(origin, token, missed);
  opened.push(client);
  return client;
}

let briefs = 0;
export async function submitBrief(person: TestUser): Promise<string> {
  briefs += 1;
  const final = { ...sampleBrief, goals: `Goal ${briefs}` };
  return (await person.call(api.submitOnboarding, { body: { final } })).body.id;
}

export const writeMessage = (person: TestUser, id: string, body = 'Hello') =>
  person.call(api.sendMessage, { params: { id }, body: { body } });
