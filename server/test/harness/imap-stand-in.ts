import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail in a folder of the stand-in. */
export interface KeptMail {
  uid: number;
  raw: string;
  flags: Set<string>;
  /** What the server does in place of giving out its contents. */
  instead?: 'refuses' | 'breaks off';
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A mail server of one account, `studio` with the password `secret`: as much of IMAP as our client speaks. */
export class ImapStandIn implements AsyncDisposable {
  readonly folders = new Map<string, KeptMail[]>([
    ['INBOX', []],
    ['Answers', []],
  ]);
  uidValidity = 1;
  /** Breaks the connection off before it does what begins so, once. */
  breaksBefore: string | undefined;
  readonly commands: string[] = [];
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();
  #lastUid = 0;

  static async start(): Promise<ImapStandIn> {
    const standIn = new ImapStandIn();
    standIn.#server.listen(0, '127.0.0.1');
    await once(standIn.#server, 'listening');
    return standIn;
  }

  get url(): string {
    return `imap://studio:secret@127.0.0.1:${(this.#server.address() as AddressInfo).port}/INBOX`;
  }

  get inbox(): KeptMail[] {
    return this.folders.get('INBOX') ?? [];
  }

  /** Puts a mail into the inbox. */
  add(raw: string): KeptMail {
    this.#lastUid += 1;
    const mail = { uid: this.#lastUid, raw, flags: new Set<string>() };
    this.inbox.push(mail);
    return mail;
  }

  /** As after a restore: the same mails under other numbers. */
  renumber(): void {
    this.uidValidity += 1;
    for (const [at, mail] of this.inbox.entries()) mail.uid = at + 1;
    this.#lastUid = this.inbox.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.write('* OK [CAPABILITY IMAP4rev1 MOVE] Ready\r\n');
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        this.#answer(socket, line);
      }
    });
  }

  #answer(socket: Socket, line: string): void {
    const [tag = '', ...words] = line.split(' ');
    const command = words.join(' ');
    this.commands.push(command);
    if (this.breaksBefore !== undefined && command.startsWith(this.breaksBefore)) {
      this.breaksBefore = undefined;
      socket.destroy();
      return;
    }
    if (this.#mailOfBody(command)?.instead === 'breaks off') {
      socket.destroy();
      return;
    }
    const lines = this.#do(command);
    const isRefused = lines.at(-1)?.startsWith('NO') ?? false;
    const last = isRefused ? lines.pop() : 'OK Done';
    socket.write(
      Buffer.from([...lines.map((each) => `* ${each}`), `${tag} ${last}`, ''].join('\r\n'), 'latin1'),
    );
    if (command === 'LOGOUT') socket.end();
  }

  #do(command: string): string[] {
    const is = (begin: string) => command.toUpperCase().startsWith(begin);
    if (is('CAPABILITY')) return ['CAPABILITY IMAP4rev1 MOVE'];
    if (is('LOGIN')) return /studio"? "?secret/.test(command) ? [] : ['NO [AUTHENTICATIONFAILED] Wrong'];
    if (is('LIST') && command.endsWith('"" ""')) return ['LIST (\\Noselect) "/" ""'];
    if (is('LIST')) {
      const wanted = /(\w+)"?$/.exec(command)?.[1];
      const names = [...this.folders.keys()].filter((name) => wanted === undefined || name === wanted);
      return names.map((name) => `LIST () "/" ${name}`);
    }
    if (is('STATUS')) {
      const [, name = ''] = /^STATUS "?(\w+)/.exec(command) ?? [];
      const folder = this.folders.get(name);
      return folder ? [`STATUS ${name} (MESSAGES ${folder.length})`] : ['NO [NONEXISTENT] No such folder'];
    }
    if (is('SELECT')) {
      if (!command.includes('INBOX')) return ['NO [NONEXISTENT] No such folder'];
      return [
        'FLAGS (\\Seen \\Deleted)',
        `${this.inbox.length} EXISTS`,
        `OK [UIDVALIDITY ${this.uidValidity}] Valid`,
        `OK [UIDNEXT ${this.#lastUid + 1}] Next`,
      ];
    }
    if (is('UID SEARCH')) return [`SEARCH ${this.#search(command).join(' ')}`.trimEnd()];
    if (is('UID FETCH')) return this.#fetch(command);
    if (is('UID STORE')) {
      this.#find(command)?.flags.add('\\Seen');
      return [];
    }
    if (is('UID MOVE')) return this.#move(command);
    if (is('LOGOUT')) return ['BYE'];
    return [];
  }

  #search(command: string): number[] {
    const from = /UID (\d+):\*/.exec(command)?.[1];
    const uids = this.inbox.map(({ uid }) => uid);
    if (from === undefined) {
      const [, day, month = '', year] = /SINCE (\d+)-(\w+)-(\d+)/.exec(command) ?? [];
      return Date.UTC(Number(year), MONTHS.indexOf(month), Number(day)) > 0 ? uids : [];
    }
    const found = uids.filter((uid) => uid >= Number(from));
    // The last one always, as servers do it.
    return found.length > 0 ? found : uids.slice(-1);
  }

  #fetch(command: string): string[] {
    const mail = this.#find(command);
    if (!mail) return [];
    const at = this.inbox.indexOf(mail) + 1;
    const fields = /BODY\.PEEK\[HEADER\.FIELDS \(([^)]*)\)\]/.exec(command);
    if (!fields) {
      if (mail.instead) return ['NO [SERVERBUG] Internal error occurred'];
      const [, max = '100000000'] = /BODY\.PEEK\[\]<0\.(\d+)>/.exec(command) ?? [];
      const part = mail.raw.slice(0, Number(max));
      return [`${at} FETCH (UID ${mail.uid} BODY[]<0> {${part.length}}\r\n${part})`];
    }
    const names = (fields[1] ?? '').replaceAll('"', '').toLowerCase().split(' ');
    const head = mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
    const wanted = head
      .split('\r\n')
      .filter((line) => names.includes(line.split(':')[0]?.toLowerCase() ?? ''));
    const text = [...wanted, '', ''].join('\r\n');
    const size = `UID ${mail.uid} RFC822.SIZE ${mail.raw.length} INTERNALDATE "20-Nov-2026 09:15:00 +0100"`;
    return [`${at} FETCH (${size} BODY[HEADER.FIELDS (${fields[1]})] {${text.length}}\r\n${text})`];
  }

  #move(command: string): string[] {
    const mail = this.#find(command);
    const folder = this.folders.get(/(\w+)"?$/.exec(command)?.[1] ?? '');
    if (!folder) return ['NO [TRYCREATE] No such folder'];
    if (!mail) return [];
    const at = this.inbox.indexOf(mail);
    folder.push(...this.inbox.splice(at, 1));
    return [`${at + 1} EXPUNGE`];
  }

  /** The mail whose contents a command is about. */
  #mailOfBody(command: string): KeptMail | undefined {
    return command.includes('BODY.PEEK[]') ? this.#find(command) : undefined;
  }

  #find(command: string): KeptMail | undefined {
    const uid = Number(/^UID \w+ (\d+)/.exec(command)?.[1]);
    return this.inbox.find((mail) => mail.uid === uid);
  }
}
