import { AppError } from '@atelier/domain/errors.ts';
import type { MakeDocument } from './core/documents/documents.ts';
import type { DocumentContent, DocumentKind, DocumentOrder } from './document-worker.ts';
import { LimitedThread, ThreadLimitError, type ThreadLimits } from './limited-thread.ts';

/** A document takes less than a second of the processor. What needs more is made of words that nobody would read. */
const LIMITS = { ms: 60_000, cpuMs: 5_000, memoryMb: 256, isOneAtATime: true } as const;

/** Makes each kind of document. */
export type Documents = { [Kind in DocumentKind]: MakeDocument<DocumentContent<Kind>> };

/** Makes documents in a thread of their own, one at a time. */
export function createDocuments(limits: ThreadLimits = LIMITS): Documents {
  const thread = new LimitedThread<DocumentOrder, Uint8Array>('document', limits);
  const make = async (order: DocumentOrder) => {
    try {
      return Buffer.from(await thread.run(order));
    } catch (error) {
      if (!(error instanceof ThreadLimitError)) throw error;
      throw new AppError(
        'document_over_limits',
        'The document is too long to be made. Shorten its texts, then try again.',
        { cause: error },
      );
    }
  };
  return {
    contract: (content) => make({ kind: 'contract', content }),
    acceptance: (content) => make({ kind: 'acceptance', content }),
    changeOrder: (content) => make({ kind: 'changeOrder', content }),
    invoice: (content) => make({ kind: 'invoice', content }),
  };
}
