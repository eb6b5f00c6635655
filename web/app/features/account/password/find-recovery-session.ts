import { getAuthClient } from '../../../lib/session.ts';
import { authFailureMessage } from '../auth-failure.ts';
import { type AuthLink, describeRefusedLink } from '../link/auth-link.ts';
import { isRecoverySession, takeSession } from '../link/take-session.ts';

export type Recovery = { kind: 'ready' } | { kind: 'missing'; reason?: string };

const OTHER_BROWSER = 'A link works only in the browser that asked for it.';

/**
 * Whether a new password may be set here: by the link that led to this page, or by an earlier one that this browser
 * still has the session of, as after a reload. Never rejects.
 */
export async function findRecoverySession(link: AuthLink): Promise<Recovery> {
  try {
    const auth = await getAuthClient();
    let reason = link.kind === 'refused' ? describeRefusedLink(link) : undefined;
    if (link.kind === 'code' || link.kind === 'tokens') {
      const taken = await takeSession(auth, link);
      if (taken.kind === 'session' && taken.isRecovery) return { kind: 'ready' };
      if (taken.kind === 'elsewhere') reason = OTHER_BROWSER;
      if (taken.kind === 'failed') reason = authFailureMessage(taken.error, '') || undefined;
    }
    const { data } = await auth.getSession();
    if (data.session && isRecoverySession(data.session)) return { kind: 'ready' };
    return reason ? { kind: 'missing', reason } : { kind: 'missing' };
  } catch (error) {
    return { kind: 'missing', reason: authFailureMessage(error, '') };
  }
}
