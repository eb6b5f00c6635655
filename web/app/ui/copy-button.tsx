import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** How long the confirmation stays, in ms (specification section 9). */
const SHOWN_MS = 1200;

/**
 * Copies `text` and says so for a while; says too when the browser refused.
 * @param about what it copies, for screen readers, where several stand together
 */
export function CopyButton({
  text,
  label = 'Copy',
  about,
}: {
  text: string;
  label?: string;
  about?: string;
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const Icon = state === 'copied' ? Check : Copy;
  const words = { idle: label, copied: 'Copied', failed: 'Copy failed' }[state];
  return (
    <Button variant="quiet" size="sm" onClick={copy}>
      <Icon aria-hidden="true" className="size-4" />
      <span aria-live="polite">{words}</span>
      {about && <span className="sr-only">{about}</span>}
    </Button>
  );
}
