import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { describe, expect, it } from 'vitest';
import { createDocuments } from './document-thread.ts';
import { LimitedThread, ThreadLimitError, type ThreadLimits } from './limited-thread.ts';

/** A contract with a text in every part that a client writes. */
function contractOf(text: string) {
  const brief = {
    ...emptyBrief(),
    ...{ company: text, contact: text, goals: text, constraints: text, brandNotes: text },
  };
  const terms = {
    lines: [],
    plan: { kind: 'custom' as const, parts: [] },
    ...{ start: null, finish: null, feedbackRounds: 2, clauses: [] },
  };
  const rest = { version: 1, date: '2030-01-31T10:00:00.000Z', total: null, title: text, milestones: [] };
  return { ...rest, brief, terms, clientEmail: 'ada@acme.example' };
}

/** A document of thousands of pages. */
const heavy = { kind: 'contract', content: contractOf('word '.repeat(1_000_000)) };
const make = (limits: ThreadLimits, stopping?: AbortSignal) =>
  new LimitedThread('document', limits).run(heavy, stopping);

describe('LimitedThread', () => {
  it.each<[string, ThreadLimits, string]>([
    ['takes too long', { ms: 1 }, 'more than 1 ms'],
    ['uses too much of the processor', { cpuMs: 1 }, 'more than 1 ms of the processor'],
    ['needs too much memory', { memoryMb: 64 }, 'more than 64 MB'],
  ])('ends a thread that %s', async (_what, limits, said) => {
    const failure = await make(limits).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ThreadLimitError);
    expect((failure as Error).message).toContain(said);
  });

  it('ends its thread with the reason of whoever stops it', async () => {
    const reason = new Error('The process stops');
    await expect(make({}, AbortSignal.abort(reason))).rejects.toBe(reason);
    const stopping = new AbortController();
    const making = make({}, stopping.signal);
    stopping.abort(reason);
    await expect(making).rejects.toMatchObject({ name: 'AbortError', cause: reason });
  });

  it('throws what its thread threw', async () => {
    await expect(new LimitedThread('document').run({ kind: 'contract' })).rejects.toThrow('undefined');
  });
});

describe('createDocuments', () => {
  it.each([
    ['letters without spaces', 'W'.repeat(5_000)],
    ['letters that no font has', 'ク'.repeat(5_000)],
    ['heaps of marks', `Z${'\u0301\u0316\u0334'.repeat(20)}`.repeat(80)],
    ['empty lines', '\n'.repeat(5_000)],
    ['words of one letter', 'a '.repeat(2_500)],
    ['letters of two fonts in turn', 'aЖ'.repeat(2_500)],
    ['directions', '\u202e\u2067abc'.repeat(1_000)],
  ])('makes a contract of %s within its limits', async (_what, text) => {
    const pdf = await createDocuments().contract(contractOf(text));
    expect(pdf.toString('latin1')).toMatch(/^%PDF-[\s\S]+%%EOF\s*$/);
  });

  it('says of a document over its limits that it is too long, and makes the next one', async () => {
    const { contract } = createDocuments({ cpuMs: 1, isOneAtATime: true });
    // Long enough not to be done before its thread's time is looked at.
    const long = contractOf('a '.repeat(200_000));
    const [first, second] = await Promise.allSettled([contract(long), contract(long)]);
    for (const made of [first, second])
      expect(made).toMatchObject({ status: 'rejected', reason: { code: 'document_over_limits' } });
  });
});
