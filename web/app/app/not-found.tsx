import { studio } from '@atelier/content/studio.ts';
import type { MetaDescriptor } from 'react-router';
import { ButtonLink } from '../ui/button-link.tsx';
import { MessageScreen } from './message-screen.tsx';

export const meta = (): MetaDescriptor[] => [
  { title: `Page not found · ${studio.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function NotFound() {
  return (
    <MessageScreen
      eyebrow="404"
      title="There is nothing at this address."
      actions={
        <>
          <ButtonLink to="/">Go Home</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Tell us what you were looking for
          </ButtonLink>
        </>
      }
    >
      The link may be old, or a letter may be missing.
    </MessageScreen>
  );
}
