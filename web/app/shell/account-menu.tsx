import { studio } from '@atelier/content/studio.ts';
import { greetingName } from '@atelier/domain/accounts/rules.ts';
import { CircleUserRound, FolderOpen, Globe, LogOut } from 'lucide-react';
import { failureMessage } from '../lib/api/api-error.ts';
import { Link } from '../lib/pages/links.ts';
import { useAccount } from '../lib/session/account.ts';
import { signOut, useSession } from '../lib/session/session.ts';
import { showToast } from '../ui/feedback/toast.tsx';
import { MenuIconButton, type MenuItem } from '../ui/overlays/menu.tsx';
import { themeChoices, useTheme } from '../ui/theme-toggle.tsx';
import { BrandMark } from './header.tsx';

/** Ends the session; the guard around the back office then leads to /login. */
function leave(): void {
  signOut().catch((error: unknown) =>
    showToast(failureMessage(error, 'Unable to sign out. Please try again.'), { tone: 'danger' }),
  );
}

/** Profile, the site, the theme and signing out. */
function AccountMenu() {
  const session = useSession();
  const { me, hasProjects } = useAccount();
  const [theme, setTheme] = useTheme();
  const email = session.status === 'signed-in' ? (session.user.email ?? '') : '';
  const name = greetingName(me?.user ?? { email });
  const places: MenuItem[] = [
    { label: 'Profile', icon: CircleUserRound, to: '/profile' },
    { label: 'Public site', icon: Globe, to: '/' },
  ];
  if (hasProjects) places.push({ label: 'Client Portal', icon: FolderOpen, to: '/client-portal' });
  const themes = themeChoices.map(
    ({ value, label, icon }): MenuItem => ({
      label,
      icon,
      isChosen: theme === value,
      onSelect: () => setTheme(value),
    }),
  );
  return (
    <MenuIconButton
      label="Account menu"
      className="-mr-1"
      heading={
        <>
          <span className="block truncate font-semibold">{name}</span>
          <span className="block truncate text-sm text-ink-soft">{email}</span>
        </>
      }
      sections={[places, themes, [{ label: 'Sign out', icon: LogOut, onSelect: leave }]]}
    >
      <CircleUserRound aria-hidden="true" />
    </MenuIconButton>
  );
}

/** The back office's header: the mark, which leads home, and the account's menu. The sidebar has the places. */
export function AdminHeader() {
  return (
    <header className="sticky top-0 z-30 [view-transition-name:header] border-b border-rule bg-paper print:hidden">
      <div className="flex h-18 items-center lg:h-14 justify-between gap-6 px-5 sm:px-8">
        <Link
          to="/"
          className="inline-flex min-h-11 items-center gap-2.5 font-display text-xl font-bold tracking-tight"
          aria-label={`${studio.name}, home`}
        >
          <BrandMark />
          {studio.name}
        </Link>
        <AccountMenu />
      </div>
    </header>
  );
}
