import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../test/accessibility.ts';
import { Tabs } from './tabs.tsx';

type View = 'overview' | 'files' | 'activity';
const tab = (name: string) => page.getByRole('tab', { name, exact: false });

function Views({ onChange }: { onChange?: (view: View) => void }) {
  const [view, setView] = useState<View>('overview');
  return (
    <Tabs
      label="Parts of the project"
      value={view}
      onChange={(next) => {
        onChange?.(next);
        setView(next);
      }}
      items={[
        {
          value: 'overview',
          label: 'Overview',
          content: (
            <button type="button" onClick={() => setView('files')}>
              To the files
            </button>
          ),
        },
        { value: 'files', label: 'Files', mark: <span>2</span>, content: <p>The files.</p> },
        { value: 'activity', label: 'Activity', content: <p>The activity.</p> },
      ]}
    />
  );
}

describe('Tabs', () => {
  it('renders only the open tab’s content', async () => {
    await render(<Views />);
    await expect.element(tab('Overview')).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByText('The files.')).not.toBeInTheDocument();
    await tab('Files').click();
    await expect.element(page.getByRole('tabpanel', { name: /^Files/ })).toHaveTextContent('The files.');
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('moves along the row with the arrow keys, and opens a tab on Enter', async () => {
    await render(<Views />);
    (tab('Overview').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(tab('Activity')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('The activity.')).toBeVisible();
  });

  it('moves to the ends of the row with Home and End, and wraps around with the arrows', async () => {
    await render(<Views />);
    (tab('Overview').element() as HTMLElement).focus();
    for (const [key, name] of [
      ['{End}', 'Activity'],
      ['{ArrowRight}', 'Overview'],
      ['{ArrowRight}', 'Files'],
      ['{Home}', 'Overview'],
    ] as const) {
      await userEvent.keyboard(key);
      await expect.element(tab(name)).toHaveFocus();
    }
    await expect.element(tab('Overview')).toHaveAttribute('aria-selected', 'true');
  });

  it('has only the open tab in the tab order, followed by its content', async () => {
    await render(<Views />);
    await userEvent.keyboard('{Tab}');
    await expect.element(tab('Overview')).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect
      .poll(() => document.activeElement?.closest('[role="tabpanel"]')?.textContent)
      .toBe('To the files');
  });

  it('keeps the focus on the open tab when the focused content goes', async () => {
    await render(<Views />);
    await page.getByRole('button', { name: 'To the files' }).click();
    await expect.element(tab('Files')).toHaveFocus();
  });

  it('reports a click on the open tab too', async () => {
    const onChange = vi.fn();
    await render(<Views onChange={onChange} />);
    await tab('Overview').click();
    expect(onChange).toHaveBeenCalledExactlyOnceWith('overview');
  });

  it('scrolls the open tab to the middle of a row wider than the screen', async () => {
    await render(
      <div style={{ width: 180 }}>
        <Views />
      </div>,
    );
    await tab('Files').click();
    const middle = (element: Element) => {
      const { left, width } = element.getBoundingClientRect();
      return left + width / 2;
    };
    const row = page.getByRole('tablist').element();
    await expect.poll(() => Math.abs(middle(tab('Files').element()) - middle(row))).toBeLessThan(2);
    expect(row.scrollLeft).toBeGreaterThan(0);
  });

  it('marks the ends beyond which the row goes on', async () => {
    await render(
      <div style={{ width: 180 }}>
        <Views />
      </div>,
    );
    const row = page.getByRole('tablist');
    await expect.element(row).toHaveAttribute('data-more-after');
    await expect.element(row).not.toHaveAttribute('data-more-before');
    await tab('Activity').click();
    await expect.element(row).toHaveAttribute('data-more-before');
    await expect.element(row).not.toHaveAttribute('data-more-after');
  });

  it('marks no end of a row that fits', async () => {
    await render(
      <div style={{ width: 600 }}>
        <Views />
      </div>,
    );
    await tab('Files').click();
    await expect.element(tab('Files')).toHaveAttribute('aria-selected', 'true');
    for (const end of ['data-more-before', 'data-more-after']) {
      await expect.element(page.getByRole('tablist')).not.toHaveAttribute(end);
    }
  });
});
