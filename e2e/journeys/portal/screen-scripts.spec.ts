import { expect, test } from '../../harness/test.ts';

/** What all scripts of a screen behind a sign-in may weigh besides the libraries, in bytes of brotli. The studio's project is the heaviest. */
const BUDGET = 128_000;

interface Screens {
  files: string[];
  screens: Record<string, number[]>;
}

test('the scripts of every screen behind a sign-in stay within their budget', { tag: '@chromium' }, async ({
  page,
  product,
}) => {
  await page.goto('/profile');
  const text = await page.locator('script[data-screens]').getAttribute('data-screens');
  const { files, screens }: Screens = JSON.parse(text ?? '');
  const sizes = await Promise.all(
    files.map(async (file) => {
      const reply = await fetch(product.origin + file, { headers: { 'accept-encoding': 'br' } });
      return Number(reply.headers.get('content-length'));
    }),
  );
  const weigh = (positions: readonly number[]) =>
    positions.reduce((sum, each) => sum + (sizes[each] ?? 0), 0);
  expect(Object.keys(screens).length).toBeGreaterThan(10);
  for (const [pattern, screen] of Object.entries(screens)) {
    const list = screen.map((file) => `${sizes[file]} ${files[file]}`).join('\n');
    expect(weigh(screen), `${pattern}\n${list}`).toBeGreaterThan(0);
    expect(weigh(screen), `${pattern}\n${list}`).toBeLessThan(BUDGET);
  }
});
