import { api } from '@atelier/domain/api.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { callApi } from '../../lib/api/api-client.ts';

/** An answer is given up after this long, in ms. */
const TIMEOUT_MS = 15_000;

/** The draft if there is one, else the newest project, else null. */
export async function getMyOnboarding(): Promise<Project | null> {
  const { onboarding } = await callApi(api.getMyOnboarding, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return onboarding;
}
