import type { PageAddress } from '@atelier/domain/pages.ts';
import type { ComponentType } from 'react';
import {
  type LinkProps,
  type Location,
  type NavigateOptions,
  type NavigateProps,
  type NavLinkProps,
  Link as RouterLink,
  Navigate as RouterNavigate,
  NavLink as RouterNavLink,
  useNavigate as useRouterNavigate,
} from 'react-router';

/** Where a link may lead: to a page of the table, to another query or place of the shown page, or back to a visited one. */
export type LinkTarget = PageAddress | { pathname?: PageAddress; search?: string; hash?: string } | Location;

type To<Props> = Omit<Props, 'to'> & { to: LinkTarget };

export type PageLinkProps = To<LinkProps>;

interface Navigate {
  (to: LinkTarget, options?: NavigateOptions): void | Promise<void>;
  (delta: number): void | Promise<void>;
}

/*
 * React Router's own, by narrower types: an address that no page has doesn't compile, and nothing is added
 * to what visitors load.
 */
export const Link = RouterLink as ComponentType<PageLinkProps>;
export const NavLink = RouterNavLink as ComponentType<To<NavLinkProps>>;
export const Navigate = RouterNavigate as ComponentType<To<NavigateProps>>;
export const useNavigate = useRouterNavigate as () => Navigate;

/** The home page's history state right after an account was deleted. */
export const goodbyeState = { goodbye: true };

export function isGoodbye(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'goodbye') === true;
}
