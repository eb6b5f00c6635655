import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginEarlyCalls, earlyCallsBegan, endEarlyCalls, takeEarlyCall } from './early-calls.ts';

beforeEach(() => {
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => new Response(url)),
  );
});

afterEach(() => {
  endEarlyCalls();
  vi.unstubAllGlobals();
});

describe('takeEarlyCall', () => {
  it('gives a reply once, to the session that began the call', async () => {
    beginEarlyCalls('token', ['/api/me']);
    expect(takeEarlyCall('/api/me', 'another')).toBeUndefined();
    const reply = await takeEarlyCall('/api/me', 'token');
    expect(await reply?.text()).toBe('/api/me');
    expect(takeEarlyCall('/api/me', 'token')).toBeUndefined();
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('gives none for another address, nor for a session without a token', () => {
    beginEarlyCalls('token', ['/api/me']);
    expect(takeEarlyCall('/api/me/sessions', 'token')).toBeUndefined();
    expect(takeEarlyCall('/api/me/sessions', undefined)).toBeUndefined();
  });

  it('gives none once early calls have ended', () => {
    beginEarlyCalls('token', ['/api/me']);
    expect(earlyCallsBegan()).toBeGreaterThan(0);
    endEarlyCalls();
    expect(takeEarlyCall('/api/me', 'token')).toBeUndefined();
    expect(earlyCallsBegan()).toBeUndefined();
  });

  it('passes a failure on to who takes it', async () => {
    vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
    beginEarlyCalls('token', ['/api/me']);
    await expect(takeEarlyCall('/api/me', 'token')).rejects.toThrow('Failed to fetch');
  });
});
