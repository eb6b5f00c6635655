import { once } from 'node:events';
import type { Socket } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { freePort } from '../../server/test/harness/free-port.ts';

/** Where a delivery has got to: at the last step the server has the whole mail and has yet to say so. */
export type Step = 'connection' | 'sender' | 'recipient' | 'data' | 'message' | 'end';

/** What the server does at a step: go on, refuse for now, or cut the connection without a word. */
export type Answer = 'go on' | 'refuse' | 'cut';

/** A mail that the server has taken. */
export interface Delivery {
  to: string;
  messageId: string;
  text: string;
  /** Whether the server said so: without that, SMTP has the sender send again. */
  isAnswered: boolean;
}

/** A mail server that does what a proof wants. */
interface MailServer {
  url: string;
  /** Every mail taken so far. */
  deliveries: Delivery[];
  /** Asked at each step of each delivery. */
  intervene: (step: Step) => Answer | Promise<Answer>;
  /** Addresses that don't exist, in lower case. */
  unknown: Set<string>;
  /** Is out of reach from here on. */
  stop(): Promise<void>;
  /** Is there again, at the same address. */
  start(): Promise<void>;
}

/** Refused for now, by the step. */
const CODES: Record<Step, number> = {
  connection: 421,
  sender: 451,
  recipient: 451,
  data: 451,
  message: 452,
  end: 452,
};

const refusal = (responseCode: number) => Object.assign(new Error('Refused'), { responseCode });

/** Starts a mail server on a free port of the loopback interface. */
export async function startMailServer(): Promise<MailServer> {
  const sockets = new Map<number, Socket>();
  let server: SMTPServer;
  const port = await freePort();

  /** Does at a step what the proof wants, and goes on by itself where that is to go on. */
  const at = async (step: Step, session: SMTPServerSession, next: (error?: Error) => void) => {
    const answer = await mails.intervene(step);
    if (answer === 'cut') sockets.get(session.remotePort)?.destroy();
    else if (answer === 'refuse') next(refusal(CODES[step]));
    else next();
    return answer;
  };

  const create = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onConnect: (session, done) => void at('connection', session, done),
      onMailFrom: (_from, session, done) => void at('sender', session, done),
      onRcptTo({ address }, session, done) {
        if (mails.unknown.has(address.toLowerCase())) done(refusal(550));
        else void at('recipient', session, done);
      },
      async onData(stream, session, done) {
        stream.on('error', () => {});
        if ((await at('data', session, () => {})) !== 'go on') return;
        const chunks: Buffer[] = [];
        try {
          for await (const chunk of stream) {
            if (chunks.length === 0 && (await at('message', session, () => {})) !== 'go on') return;
            chunks.push(chunk);
          }
        } catch {
          // Its sender was killed.
          return;
        }
        const { messageId = '', text = '' } = await simpleParser(Buffer.concat(chunks));
        const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase()).join();
        const answer = await mails.intervene('end');
        if (answer === 'refuse') return done(refusal(CODES.end));
        mails.deliveries.push({ to, messageId, text, isAnswered: answer === 'go on' });
        if (answer === 'cut') sockets.get(session.remotePort)?.destroy();
        else done();
      },
    });

  const mails: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    deliveries: [],
    intervene: () => 'go on',
    unknown: new Set(),
    async start() {
      server = create();
      // A connection that a proof has cut is no fault of the server.
      server.on('error', () => {});
      server.server.on('connection', (socket: Socket) => {
        const from = socket.remotePort ?? 0;
        sockets.set(from, socket);
        socket.once('close', () => sockets.delete(from));
      });
      server.listen(port, '127.0.0.1');
      await once(server.server, 'listening');
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets.values()) socket.destroy();
      await closed;
    },
  };
  await mails.start();
  return mails;
}
