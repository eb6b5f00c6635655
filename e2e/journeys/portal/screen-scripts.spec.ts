import { expect, test } from '../../harness/test.ts';

/** What a screen's own scripts may weigh, in bytes of brotli: those that not every screen loads. */
const OWN_BUDGET = 60_000;
/** What every screen behind a sign-in loads besides the libraries and the public pages' frame. */
const SHARED_BUDGET = 60_000;

interface Screens {
  files: string[];
  screens: Record<string, number[]>;
}

test('the scripts of every screen behind a sign-in stay within their budget', async ({ page, product }) => {
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
  const all = Object.values(screens);
  const shared = files.flatMap((_, file) => (all.every((screen) => screen.includes(file)) ? file : []));
  expect(all.length).toBeGreaterThan(10);
  expect(weigh(shared)).toBeGreaterThan(0);
  expect(weigh(shared)).toBeLessThan(SHARED_BUDGET);
  for (const [pattern, screen] of Object.entries(screens)) {
    const own = screen.filter((file) => !shared.includes(file));
    const list = own.map((file) => `${sizes[file]} ${files[file]}`).join('\n');
    expect(weigh(own), `${pattern}\n${list}`).toBeLessThan(OWN_BUDGET);
  }
});
