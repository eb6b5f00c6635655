import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OpenPdf } from './open-pdf.ts';

/** How long nothing changes before the document is made again. */
const PAUSE_MS = 600;

/**
 * A document that is made from something, `body`, and again after each pause in changing it. The last one stays until the
 * next one is open, and while `body` is undefined. One request is on its way at most: a change aborts it.
 */
export function usePdfPreview(
  body: string | undefined,
  makePdf: (body: string, signal: AbortSignal) => Promise<ArrayBuffer>,
) {
  const [shown, setShown] = useState<{ pdf: OpenPdf; body: string }>();
  const [failure, setFailure] = useState<{ error: unknown; body: string }>();
  const [tries, setTries] = useState(0);
  const pause = useRef(0);
  const open = useRef<{ body: string; closing: AbortController }>(undefined);
  const fetchPdf = useEffectEvent(makePdf);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try makes the same document again
  useEffect(() => {
    if (body === undefined || body === open.current?.body) return;
    const closing = new AbortController();
    const make = async () => {
      const [bytes, { openPdf }] = await Promise.all([
        fetchPdf(body, closing.signal),
        import('./open-pdf.ts'),
      ]);
      closing.signal.throwIfAborted();
      const pdf = await openPdf(bytes, closing.signal);
      closing.signal.throwIfAborted();
      open.current?.closing.abort();
      open.current = { body, closing };
      setShown({ pdf, body });
      setFailure(undefined);
    };
    const fail = (error: unknown) => {
      if (!closing.signal.aborted) setFailure({ error, body });
    };
    const timer = setTimeout(() => make().catch(fail), pause.current);
    pause.current = PAUSE_MS;
    return () => {
      clearTimeout(timer);
      if (open.current?.closing !== closing) closing.abort();
    };
  }, [body, tries]);
  useEffect(() => () => open.current?.closing.abort(), []);

  const error = failure?.body === body ? failure?.error : undefined;
  return {
    pdf: shown?.pdf,
    /** Why the last body isn't shown. */
    error,
    isUpdating: body !== undefined && body !== shown?.body && !error,
    retry: () => {
      if (open.current) open.current.body = '';
      setTries(tries + 1);
    },
    /** A page that couldn't be drawn. */
    onFailure: (message: string) => setFailure({ error: new Error(message), body: body ?? '' }),
  };
}
