import { createElement, type SVGProps } from 'react';

/** An icon as a file of lucide-react has it: its names and the shapes it is drawn of. */
interface IconData {
  name: string;
  aliases?: readonly string[];
  node: readonly [shape: string, attributes: Record<string, string>][];
}

/**
 * What the icons of lucide-react are made with in the browser, in place of its own maker: that one turns names and attributes
 * about in ways that nobody here uses, and weighs more than all icons of a page. The HTML is the same (see vite/icons.ts).
 */
export default function createIcon({ name, aliases = [], node }: IconData) {
  const names = ['lucide', ...[name, ...aliases].map((each) => `lucide-${each}`)].join(' ');
  const shapes = node.map(([shape, attributes]) => createElement(shape, attributes));
  return ({ className = '', ...props }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `${names} ${className}`.trimEnd(),
        'aria-hidden': props['aria-label'] ? undefined : true,
        ...props,
      },
      shapes,
    );
}
