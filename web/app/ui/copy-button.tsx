import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** Copies `text` and says so for a while; says too when the browser refused. */
export function CopyButton({
  text,
  label = 'Copy',
  copiedLabel = 'Copied',
  confirmFor = 1200,
  onCopied,
}: {
  text: string;
  label?: string;
  copiedLabel?: string;
  /** Milliseconds that the confirmation stays (specification section 9: 1.2 s on the profile). */
  confirmFor?: number;
  onCopied?: () => void;
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), confirmFor);
    return () => clearTimeout(timer);
  }, [state, confirmFor]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      onCopied?.();
    } catch {
      setState('failed');
    }
  };
  const words = { idle: label, copied: copiedLabel, failed: 'Copy failed' }[state];
  return (
    <Button variant="quiet" size="sm" onClick={copy}>
      {state === 'copied' ? (
        <Check aria-hidden="true" className="size-4" />
      ) : (
        <Copy aria-hidden="true" className="size-4" />
      )}
      <span aria-live="polite">{words}</span>
    </Button>
  );
}
