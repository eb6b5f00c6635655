import './public.css';
import { studio } from '@atelier/content/studio.ts';
import { type MetaDescriptor, Outlet } from 'react-router';
import type { Route } from './+types/root.ts';
import { Document } from './shell/document.tsx';
import { ErrorScreen, LoadingScreen, useIsPartMissing } from './shell/status-screens.tsx';

export { Document as Layout };

export const meta = (): MetaDescriptor[] => [
  { title: studio.name },
  { name: 'description', content: studio.description },
];

export default function Root() {
  return <Outlet />;
}

/** What the fallback page shows until the application has arrived. */
export function HydrateFallback() {
  return (
    <>
      <LoadingScreen
        label={useIsPartMissing() ? 'You’re offline. The page opens once you’re connected.' : undefined}
      />
      <noscript>
        <p className="px-5 text-center">
          This part of the site needs JavaScript. Without it, write to{' '}
          <a href={`mailto:${studio.email}`} className="font-semibold underline">
            {studio.email}
          </a>
          .
        </p>
      </noscript>
    </>
  );
}

/** For what breaks outside the frames; theirs keep the header. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main>
      <ErrorScreen error={error} />
    </main>
  );
}
