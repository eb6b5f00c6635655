import type { Engine } from '../../src/platform/db/database.ts';
import { ImapStandIn } from './imap-stand-in.ts';
import { writeMail } from './mail-domains.ts';
import { setUpMailIn } from './mail-in.ts';
import { runJob } from './run-job.ts';

/** A studio whose answers arrive in a mailbox. */
export async function setUpMailbox(engine: Engine, env: Record<string, string> = {}) {
  const stack = new AsyncDisposableStack();
  const imap = stack.use(await ImapStandIn.start());
  const studio = await setUpMailIn(engine, { MAIL_IN_PORT: '', MAIL_IN_IMAP_URL: imap.url, ...env });
  stack.use(studio.app);
  const { client, domains } = studio;
  const to = await studio.replyAddress('client');
  return {
    ...studio,
    stack,
    imap,
    to,
    /** Puts a signed answer of the client's into the mailbox. */
    answer: async (text: string, headers: string[] = []) =>
      imap.add(await domains.sign(writeMail({ from: client.email, to, text, headers }))),
    poll: async () => {
      await runJob(studio.app, 'mail-in.poll');
      await studio.app.whenIdle();
    },
  };
}
