import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../test/accessibility.ts';
import { Button } from './button.tsx';
import { DataTable } from './data-table.tsx';

const rows = [
  { id: 'a1', company: 'Bakery', email: 'ada@bakery.example' },
  { id: 'd4', company: 'Daughters', email: 'grace@daughters.example' },
];
const table = page.getByRole('table', { name: 'Projects' });
const cell = (name: string) => page.getByRole('cell', { name });

function Projects({ isBusy = false }) {
  return (
    <DataTable
      caption="Projects"
      rows={rows}
      rowKey={({ id }) => id}
      isBusy={isBusy}
      columns={[
        { key: 'email', header: 'Email', cell: ({ email }) => email },
        { key: 'company', header: 'Company', isTitle: true, cell: ({ company }) => company },
        {
          key: 'actions',
          header: 'Actions',
          isActions: true,
          cell: ({ company }) => <Button size="sm">Open {company}</Button>,
        },
      ]}
    />
  );
}

afterEach(() => page.viewport(1024, 768));

describe('DataTable', () => {
  it('is a table with rows side by side on a wide screen', async () => {
    await render(<Projects />);
    const headers = page.getByRole('columnheader').elements();
    expect(headers.map(({ textContent }) => textContent)).toEqual(['Email', 'Company', 'Actions']);
    await expect.element(table.getByText('Email').first()).toBeVisible();
    const top = (name: string) => cell(name).element().getBoundingClientRect().top;
    expect(top('Bakery')).toBe(top('ada@bakery.example'));
    expect(top('Daughters')).toBeGreaterThan(top('Bakery'));
    await expectAccessible();
  });

  it('is a list of cards on a phone, each with its title first and names before its values', async () => {
    await page.viewport(390, 844);
    await render(<Projects />);
    const top = (name: string) => cell(name).element().getBoundingClientRect().top;
    expect(top('Bakery')).toBeLessThan(top('ada@bakery.example'));
    expect(top('Open Bakery')).toBeGreaterThan(top('ada@bakery.example'));
    expect(top('Daughters')).toBeGreaterThan(top('Open Bakery'));
    const names = [...document.querySelectorAll<HTMLElement>('td [aria-hidden]')].filter((name) =>
      name.checkVisibility(),
    );
    expect(names.map(({ textContent }) => textContent)).toEqual(['Email', 'Email']);
    expect(document.documentElement.scrollWidth).toBe(390);
    await expectAccessible();
  });

  it('announces when newer rows are loading', async () => {
    const { rerender } = await render(<Projects isBusy />);
    await expect.element(table).toHaveAttribute('aria-busy', 'true');
    await rerender(<Projects />);
    await expect.element(table).not.toHaveAttribute('aria-busy');
  });
});
