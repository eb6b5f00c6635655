import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '../button.tsx';
import { Field } from '../forms/field.tsx';
import { Select } from '../forms/select.tsx';
import { ListSearch, ListToolbar } from './list-toolbar.tsx';

const named = (names: readonly string[]) => names.map((label) => ({ value: label, label }));
const SEARCH = { label: 'Search', text: '', onText: () => {} };
/** What the studio's navigation takes of a wide window. */
const SIDEBAR = '16rem';
const FILTER = { status: 'All', onStatus: () => {} };

/** The lists' own searches. */
const LISTS = {
  projects: (
    <ListToolbar
      {...{ ...SEARCH, ...FILTER, placeholder: 'Search company, email, id…' }}
      choices={named(['All', 'Submitted', 'Draft', 'Archived'])}
    >
      <Field label="Sort by" isLabelHidden className="max-md:flex-1">
        <Select choices={named(['Last updated', 'Last submitted', 'Company, A to Z'])} />
      </Field>
      <Button variant="secondary" size="sm">
        <svg aria-hidden="true" className="size-4" />
        <span>Saved filters</span>
      </Button>
    </ListToolbar>
  ),
  contacts: (
    <ListToolbar
      {...{ ...SEARCH, ...FILTER, placeholder: 'Search name, email, message…' }}
      choices={named(['All', 'New', 'Read', 'Archived'])}
    />
  ),
  users: <ListSearch {...SEARCH} placeholder="Search email, username…" />,
};

/** How wide the whole placeholder is, and the room for it. */
function placeholderIn(input: HTMLInputElement) {
  const { font, paddingLeft, paddingRight } = getComputedStyle(input);
  const words = document.createElement('span');
  words.style.cssText = 'position: absolute; white-space: nowrap';
  words.style.font = font;
  words.textContent = input.placeholder;
  document.body.append(words);
  const { width } = words.getBoundingClientRect();
  words.remove();
  return {
    width,
    room: input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
  };
}

afterEach(() => page.viewport(1024, 768));

describe('the search of a list', () => {
  it.each(Object.keys(LISTS) as (keyof typeof LISTS)[])(
    'has room for its whole placeholder at every width: %s',
    async (list) => {
      const { container } = await render(<div className="px-5 sm:px-8">{LISTS[list]}</div>);
      const search = page.getByRole('searchbox', { name: 'Search' });
      for (const width of [390, 639, 640, 767, 768, 1024, 1279, 1280, 1439, 1440]) {
        await page.viewport(width, 800);
        container.style.marginLeft = width < 1024 ? '' : SIDEBAR;
        const { width: needed, room } = placeholderIn(search.element() as HTMLInputElement);
        // A tenth more, for another typeface.
        expect(room, `at ${width} px`).toBeGreaterThan(needed * 1.1);
        const { scrollWidth, clientWidth } = document.documentElement;
        expect(scrollWidth - clientWidth, `sideways at ${width} px`).toBe(0);
      }
    },
  );
});
