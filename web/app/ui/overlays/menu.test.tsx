import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MenuButton } from './menu.tsx';

const opener = page.getByRole('button', { name: 'More' });
const item = page.getByRole('menuitem', { name: 'Archive' });
const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

let arrive = () => {};

/** A page that is longer than the window, above whose menu something can arrive. */
function LongPage() {
  const [hasArrived, setArrived] = useState(false);
  arrive = () => setArrived(true);
  return (
    <>
      <div style={{ height: 900 }} />
      {hasArrived && <p style={{ height: 120 }}>It has arrived</p>}
      <div style={{ height: 900 }} />
      <MenuButton label="More" sections={[[{ label: 'Archive', onSelect: () => {} }]]}>
        More
      </MenuButton>
      <div style={{ height: 1800 }} />
    </>
  );
}

describe('MenuButton', () => {
  beforeEach(async () => {
    await render(<LongPage />);
    // What arrives is out of sight, above.
    window.scrollTo(0, 1500);
    await twoFrames();
    await opener.click();
    await expect.element(item).toHaveFocus();
  });

  it('stays open when something arrives above and the browser keeps the button in its place', async () => {
    const { scrollY } = window;
    const before = opener.element().getBoundingClientRect().top;
    arrive();
    await expect.element(page.getByText('It has arrived')).toBeInTheDocument();
    await expect.poll(() => window.scrollY).toBe(scrollY + 120);
    await twoFrames();
    expect(opener.element().getBoundingClientRect().top).toBe(before);
    await expect.element(item).toBeVisible();
  });

  it('closes when the page is scrolled, as its button moves away from it', async () => {
    window.scrollBy(0, 60);
    await expect.element(item).not.toBeInTheDocument();
  });
});
