import { useCallback, useEffect, useState } from 'react';

/** A text that leaves by itself: `show('Copied to clipboard.', 1500)`. Showing another one starts over. */
export function usePassingText(): [text: string, show: (text: string, lasts: number) => void] {
  const [shown, setShown] = useState({ text: '', lasts: 0 });
  useEffect(() => {
    if (!shown.text) return;
    const timer = setTimeout(() => setShown({ text: '', lasts: 0 }), shown.lasts);
    return () => clearTimeout(timer);
  }, [shown]);
  const show = useCallback((text: string, lasts: number) => setShown({ text, lasts }), []);
  return [shown.text, show];
}
