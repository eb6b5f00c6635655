import { startGreetings } from '@atelier/content/onboarding.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import type { StartIntent } from '../draft/start-parameters.ts';

/** The top of the wizard, by what brought the person and whether they were here before. */
export function Greeting({ intent, isBack = false }: { intent: StartIntent; isBack?: boolean }) {
  const { title, text } = startGreetings[intent];
  return <PageHeader title={title}>{isBack ? 'Welcome back. Pick up where you left off.' : text}</PageHeader>;
}
