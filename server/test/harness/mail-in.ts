import { api } from '@atelier/domain/api.ts';
import type { MailFilter } from '@atelier/domain/mail-in/rules.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { type MailReader, readMail } from '../../src/platform/mail-in/read-mail.ts';
import { sampleBrief } from '../samples/projects.ts';
import { bring, createMailDomains, type Reply, writeMail } from './mail-domains.ts';
import { runJob } from './run-job.ts';
import { createTestApp, type TestUser } from './test-app.ts';

const MAIL_IN_ENV = { MAIL_IN_ADDRESS: 'reply@studio.example', MAIL_IN_PORT: '0' };

/** A product that answers by mail reach, with a client's project and a message of the studio in it. */
export async function setUpMailIn(
  engine: Engine,
  env: Record<string, string> = {},
  { clientEmail, readMail: reader }: { clientEmail?: string; readMail?: MailReader } = {},
) {
  const domains = createMailDomains();
  const app = await createTestApp({
    engine,
    env: { ...MAIL_IN_ENV, ...env },
    readMail: reader ?? ((order) => readMail(order, { resolver: domains.resolver })),
  });
  const client = await app.signIn({
    username: 'ada_sample',
    ...(clientEmail === undefined ? {} : { email: clientEmail }),
  });
  const owner = await app.signIn({
    email: 'owner@studio.example',
    username: 'owner',
    ...(env.AUTH_ADMIN_MFA === 'required' ? { secondFactor: 'given' } : {}),
  });
  const { id } = (await client.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
  const projectId = String(id);
  await owner.call(api.getMe, {});
  const port = (await app.instance.mailListener?.start()) ?? 0;
  const params = { id: projectId };
  const mailed = async (to: string) => {
    app.clock.advance(200);
    await runJob(app, 'notifications.deliver');
    await app.drainOutbox();
    return app.mails.filter((mail) => mail.to.address === to).at(-1);
  };
  /** The address that answers to the last mail to a person go to. */
  const mailTo = async (to: string): Promise<string> => {
    const found = (await mailed(to))?.replyTo?.address;
    if (!found) throw new Error('The mail has no reply address');
    return found;
  };
  /** The address that answers of one side go to. */
  const replyAddress = async (side: 'client' | 'studio'): Promise<string> => {
    const [author, reader] = side === 'client' ? [owner, client] : [client, owner];
    const endpoint = side === 'client' ? api.sendMessageAsStudio : api.sendMessage;
    await author.call(endpoint, { params, body: { body: 'Is that all right?' } });
    return mailTo(reader.email);
  };
  return {
    app,
    client,
    owner,
    projectId,
    params,
    port,
    domains,
    mailed,
    mailTo,
    replyAddress,
    /** Brings a signed mail, and has it read. */
    receive: async (mail: Reply & { domain?: string | null }) => {
      const raw = writeMail(mail);
      const signed =
        mail.domain === null ? raw : await domains.sign(raw, mail.domain ?? mail.from.split('@')[1]);
      const answer = await bring(port, signed, mail);
      await app.whenIdle();
      return answer;
    },
    list: async (state: MailFilter = 'all') =>
      (await owner.call(api.listInboundMails, { query: { state } })).body,
    messages: async (reader: TestUser = client) => {
      const endpoint = reader === owner ? api.listMessagesAsStudio : api.listMessages;
      return (await reader.call(endpoint, { params })).body.items;
    },
  };
}
