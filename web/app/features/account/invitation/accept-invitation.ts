import { getAuthClient } from '../../../lib/session.ts';
import { authFailureMessage } from '../auth-failure.ts';
import { type AuthLink, describeRefusedLink } from '../link/auth-link.ts';
import { takeSession } from '../link/take-session.ts';

export type Invitation = { kind: 'accepted'; email: string } | { kind: 'missing'; reason: string };

const NO_INVITATION = 'There is no invitation here. Please open the link from your email again.';

/** Makes a session of the link of an invitation, or finds the one that it was made into, as after a reload. Never rejects. */
export async function acceptInvitation(link: AuthLink): Promise<Invitation> {
  if (link.kind === 'refused') return { kind: 'missing', reason: describeRefusedLink(link) };
  try {
    const auth = await getAuthClient();
    if (link.kind === 'code' || link.kind === 'tokens') {
      const taken = await takeSession(auth, link);
      if (taken.kind === 'failed')
        return { kind: 'missing', reason: authFailureMessage(taken.error, NO_INVITATION) };
    }
    const { data } = await auth.getSession();
    const email = data.session?.user.email;
    return email ? { kind: 'accepted', email } : { kind: 'missing', reason: NO_INVITATION };
  } catch (error) {
    return { kind: 'missing', reason: authFailureMessage(error, NO_INVITATION) };
  }
}
