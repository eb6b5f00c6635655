import type { ContractPreview } from '@atelier/domain/contracts/schema.ts';
import { useEffect, useRef, useState } from 'react';
import type { OpenPdf } from '../../../lib/open-pdf.ts';
import { fetchContractPreview } from '../contracts.queries.ts';

/** How long nothing is typed before the document is made again. */
const PAUSE_MS = 600;

/**
 * The document of a draft as it is typed, made again after each pause in typing. The last one stays until the next one is open,
 * and while `typed` is undefined. One request is on its way at most: typing aborts it.
 */
export function useContractPreview(projectId: string, typed: ContractPreview | undefined) {
  const [shown, setShown] = useState<{ pdf: OpenPdf; body: string }>();
  const [failure, setFailure] = useState<{ error: unknown; body: string }>();
  const [tries, setTries] = useState(0);
  const pause = useRef(0);
  const open = useRef<{ body: string; closing: AbortController }>(undefined);
  const body = typed && JSON.stringify(typed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try makes the same document again
  useEffect(() => {
    if (body === undefined || body === open.current?.body) return;
    const closing = new AbortController();
    const make = async () => {
      const [bytes, { openPdf }] = await Promise.all([
        fetchContractPreview(projectId, JSON.parse(body), closing.signal),
        import('../../../lib/open-pdf.ts'),
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
  }, [projectId, body, tries]);
  useEffect(() => () => open.current?.closing.abort(), []);

  const error = failure?.body === body ? failure?.error : undefined;
  return {
    pdf: shown?.pdf,
    /** Why the last thing typed isn't shown. */
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
