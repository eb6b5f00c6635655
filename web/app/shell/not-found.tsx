import { pages } from '@atelier/content/pages.ts';
import { studio } from '@atelier/content/studio.ts';
import type { MetaDescriptor } from 'react-router';
import type { PublicPageHandle } from '../../paint-first/handle.ts';
import { Link } from '../lib/pages/links.ts';
import { ButtonLink } from '../ui/button.tsx';
import { MessageScreen } from './status-screens.tsx';

export const handle: PublicPageHandle = { comesAlive: 'after-load' };

export const meta = (): MetaDescriptor[] => [
  { title: `Page not found · ${studio.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function NotFound() {
  return (
    <MessageScreen
      eyebrow="404"
      title="There’s nothing at this address."
      actions={
        <>
          <ButtonLink to="/">Go Home</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Tell me what you were looking for
          </ButtonLink>
        </>
      }
    >
      <p>The link may be old, or mistyped. Try one of these:</p>
      <ul className="mt-3 flex flex-wrap gap-x-6">
        {([pages.services, pages.work, pages.faq, pages.blog, pages.sitemap] as const).map(
          ({ path, label }) => (
            <li key={path}>
              <Link
                to={path}
                className="inline-flex min-h-11 items-center font-medium text-ink underline decoration-accent underline-offset-4 hover:decoration-2"
              >
                {label}
              </Link>
            </li>
          ),
        )}
      </ul>
    </MessageScreen>
  );
}
