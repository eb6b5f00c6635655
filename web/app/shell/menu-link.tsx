import { Link, NavLink } from '../lib/links.ts';
import type { NavigationLink } from './navigation.content.ts';

/** One link of a menu, shown to those it is meant for (see `When`). Marked `aria-current` on its own page, unless it leads to a part of it. */
export function MenuLink({ link, className }: { link: NavigationLink; className: string }) {
  if (link.to.includes('#')) {
    return (
      <Link to={link.to} data-when={link.who} className={className}>
        {link.label}
      </Link>
    );
  }
  return (
    <NavLink to={link.to} end={link.to === '/'} data-when={link.who} className={className}>
      {link.label}
    </NavLink>
  );
}
