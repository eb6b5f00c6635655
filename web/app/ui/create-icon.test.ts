import * as file from 'lucide-react/icons/circle-exclamation-point';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createIcon from './create-icon.ts';

// The types of the package leave out what an icon is drawn of.
const { __iconData: data } = file as unknown as { __iconData: Parameters<typeof createIcon>[0] };
const ours = createIcon(data);
const theirs = file.default;

test.each([
  {},
  { className: 'size-4 text-accent', 'aria-hidden': true },
  { className: 'size-4', strokeWidth: 3 },
  { 'aria-label': 'Attention' },
] as const)('an icon is the same as the package makes it: %o', (props) => {
  expect(renderToStaticMarkup(createElement(ours, props))).toBe(
    renderToStaticMarkup(createElement(theirs, props)),
  );
});
