import { studio } from '@atelier/content/studio.ts';
import type { MetaDescriptor } from 'react-router';
import type { PublicPageHandle } from '../../paint-first/handle.ts';
import { useNavigate } from '../lib/pages/links.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { MessageScreen } from './status-screens.tsx';

export const handle: PublicPageHandle = { comesAlive: 'after-load' };

export const meta = (): MetaDescriptor[] => [
  { title: `No access · ${studio.name}` },
  { name: 'robots', content: 'noindex' },
];

/**
 * Where a guard sends users whom it refuses. It replaces its own page in the history, so that Back leads to
 * the page before both and never into the guard again.
 */
export default function Forbidden() {
  const navigate = useNavigate();
  const goBack = () => (history.length > 1 ? navigate(-1) : navigate('/', { replace: true }));
  return (
    <MessageScreen
      eyebrow="403"
      title="You don’t have access to this page."
      actions={
        <>
          <ButtonLink to="/">Go Home</ButtonLink>
          <Button variant="secondary" className="noscript:hidden" onClick={goBack}>
            Back
          </Button>
        </>
      }
    />
  );
}
