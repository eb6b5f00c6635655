import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { arrive } from '../lib/arrive.ts';
import { isGoodbye } from '../lib/pages/goodbye.ts';
import { useNavigate } from '../lib/pages/links.ts';

// Almost nobody sees it: no page loads it along.
const GoodbyeNote = lazy(() => arrive(() => import('./goodbye-note.tsx')));

/** A word of goodbye over the home page, once, to somebody who has just deleted their account. */
export function Goodbye() {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [isShown, setIsShown] = useState(false);

  // After the page has come to life, and not again after a reload: the HTML is the same for everybody.
  useEffect(() => {
    if (!isGoodbye(state)) return;
    setIsShown(true);
    void navigate('/', { replace: true, state: null });
  }, [state, navigate]);

  if (!isShown || pathname !== '/') return null;
  return (
    <Suspense fallback={null}>
      <GoodbyeNote />
    </Suspense>
  );
}
