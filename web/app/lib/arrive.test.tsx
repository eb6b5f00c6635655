import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { arrive, loadNow } from './arrive.ts';

const ask = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', ask.mockReset().mockResolvedValue(new Response()));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A module that can't be had at first. */
function brokenOff() {
  const first = Promise.withResolvers<string>();
  const load = vi.fn(async () => 'part').mockReturnValueOnce(first.promise);
  return { load, breakOff: () => first.reject(new TypeError('error loading dynamically imported module')) };
}

describe('arrive', () => {
  it('asks again for a module once the server answers', async () => {
    const { load, breakOff } = brokenOff();
    const part = arrive(load);
    breakOff();
    expect(await part).toBe('part');
    expect(ask).toHaveBeenCalledOnce();
  });

  it('leaves the server alone while another page is being opened', async () => {
    const { load, breakOff } = brokenOff();
    const part = arrive(load);
    dispatchEvent(new Event('beforeunload'));
    breakOff();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(ask).not.toHaveBeenCalled();
    expect(load).toHaveBeenCalledOnce();
    // What was opened was a download: this page stays.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await part).toBe('part');
  });
});

describe('loadNow', () => {
  it('asks for no module while the server is out of reach', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    ask.mockRejectedValue(new TypeError('Failed to fetch'));
    const load = vi.fn(async () => 'part');
    await expect(loadNow(load)).rejects.toThrow(TypeError);
    expect(load).not.toHaveBeenCalled();
    ask.mockResolvedValue(new Response());
    expect(await loadNow(load)).toBe('part');
  });
});
