import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { ImapFlow } from 'imapflow';
import { freePort } from '../../server/test/harness/free-port.ts';
import { unpackDebianPackages } from './debian-packages.ts';

const USER = 'studio';
const PASSWORD = 'secret';
/** Where Debian's build looks for its modules: a path inside a library, which a shorter one can take the place of. */
const MODULES = '/usr/lib/dovecot/modules';
const READY_MS = 20_000;

/** A mail as a folder has it. */
export interface FolderMail {
  subject: string;
  isSeen: boolean;
}

/** Debian's Dovecot, in processes and a folder of a proof's own on loopback: one account with a Maildir. */
export class Dovecot implements AsyncDisposable {
  readonly #folder: string;
  readonly #ports: { imap: number; imaps: number };
  readonly #child: ChildProcess;
  #log = '';

  private constructor(folder: string, ports: { imap: number; imaps: number }, child: ChildProcess) {
    this.#folder = folder;
    this.#ports = ports;
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#log += text;
      });
  }

  /** @throws where Debian's package can't be had, or doesn't start */
  static async start(): Promise<Dovecot> {
    // Short, see MODULES.
    const folder = mkdtempSync('/tmp/dovecot-');
    try {
      unpackDebianPackages(['dovecot-core', 'dovecot-imapd'], folder);
      const ports = { imap: await freePort(), imaps: await freePort() };
      const child = launch(folder, ports);
      const dovecot = new Dovecot(folder, ports, child);
      await dovecot.#waitUntilReady();
      return dovecot;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get #server(): string {
    return `${USER}:${PASSWORD}@127.0.0.1`;
  }

  /** Encrypted from the first byte. */
  url(folder: string): string {
    return `imaps://${this.#server}:${this.#ports.imaps}/${folder}`;
  }

  /** Encrypted by STARTTLS. */
  startTlsUrl(folder: string): string {
    return `imap://${this.#server}:${this.#ports.imap}/${folder}`;
  }

  /** The file of its certificate, which signs itself. */
  get certificate(): string {
    return `${this.#folder}/cert.pem`;
  }

  /** How many sign-ins were encrypted. */
  get encryptedLogins(): number {
    return this.#log.split('\n').filter((line) => line.includes('Login: user=') && line.includes('TLS'))
      .length;
  }

  async createFolder(name: string): Promise<void> {
    await this.#as((client) => client.mailboxCreate(name));
  }

  /** Deletes a folder with its mails. */
  async deleteFolder(name: string): Promise<void> {
    await this.#as((client) => client.mailboxDelete(name));
  }

  /** Puts mails into a folder. */
  async add(folder: string, ...mails: readonly string[]): Promise<void> {
    await this.#as(async (client) => {
      for (const mail of mails) await client.append(folder, mail);
    });
  }

  /** The mails of a folder, oldest first. */
  async list(folder: string): Promise<FolderMail[]> {
    return this.#as(async (client) => {
      const opened = await client.mailboxOpen(folder, { readOnly: true });
      if (opened.exists === 0) return [];
      const mails = await client.fetchAll('1:*', { flags: true, envelope: true });
      return mails.map(({ envelope, flags }) => ({
        subject: envelope?.subject ?? '',
        isSeen: flags?.has('\\Seen') ?? false,
      }));
    });
  }

  async uidValidity(folder: string): Promise<string> {
    return this.#as(async (client) => String((await client.mailboxOpen(folder)).uidValidity));
  }

  /** Has the server fail at each mail with a text in it, as at a damaged disk, or read it again. @returns how many there are */
  setReadable(folder: string, text: string, isReadable: boolean): number {
    let found = 0;
    for (const part of ['new', 'cur']) {
      const path = `${this.#folder}/mail/.${folder}/${part}`;
      for (const name of readdirSync(path)) {
        const file = `${path}/${name}`;
        if (isReadable) chmodSync(file, 0o600);
        else if (readFileSync(file, 'utf8').includes(text)) chmodSync(file, 0);
        else continue;
        found += 1;
      }
    }
    return found;
  }

  async #as<Value>(work: (client: ImapFlow) => Promise<Value>): Promise<Value> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: this.#ports.imaps,
      secure: true,
      auth: { user: USER, pass: PASSWORD },
      tls: { ca: readFileSync(this.certificate) },
      logger: false,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  }

  async #waitUntilReady(): Promise<void> {
    const end = performance.now() + READY_MS;
    while (!(await accepts(this.#ports.imaps))) {
      if (this.#child.exitCode !== null || performance.now() > end)
        throw new Error(`Dovecot doesn’t start:\n${this.#log}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Starts it as an ordinary account: where this is root, as the one of nobody's. */
function launch(folder: string, ports: { imap: number; imaps: number }): ChildProcess {
  const isRoot = process.getuid?.() === 0;
  const [uid, gid] = isRoot ? [65_534, 65_534] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const programs = `${folder}/usr/lib/dovecot`;
  pointToModules(`${programs}/libdovecot.so.0`, folder);
  for (const name of ['run', 'state', 'mail']) mkdirSync(`${folder}/${name}`);
  makeCertificate(folder);
  const libraries = `${programs}:${programs}/modules/old-stats`;
  const file = `${folder}/dovecot.conf`;
  writeFileSync(file, settings({ folder, programs, libraries, uid, gid, ports }));
  if (isRoot) execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  // By its own reader of settings, which it otherwise looks for where the package installs it.
  const args = ['-f', 'service=master', '-c', file, '-e', `${folder}/usr/sbin/dovecot`, '-F', '-c', file];
  return spawn(`${folder}/usr/bin/doveconf`, args, {
    env: { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: libraries },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid, gid }),
  });
}

function pointToModules(library: string, folder: string): void {
  const bytes = readFileSync(library);
  const at = bytes.indexOf(`${MODULES}\0`);
  const instead = `${folder}/m`;
  if (at < 0 || instead.length > MODULES.length) throw new Error('This Dovecot keeps its modules elsewhere');
  bytes.write(instead.padEnd(MODULES.length, '\0'), at, 'latin1');
  writeFileSync(library, bytes);
  symlinkSync(`${folder}${MODULES}`, instead);
}

function makeCertificate(folder: string): void {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', `${folder}/key.pem`, '-out', `${folder}/cert.pem`];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject];
  execFileSync('openssl', args, { stdio: 'ignore' });
}

function settings({
  folder,
  programs,
  libraries,
  uid,
  gid,
  ports,
}: {
  folder: string;
  programs: string;
  libraries: string;
  uid: number;
  gid: number;
  ports: { imap: number; imaps: number };
}): string {
  const [user, group] = [
    execFileSync('id', ['-un', String(uid)], { encoding: 'utf8' }).trim(),
    execFileSync('getent', ['group', String(gid)], { encoding: 'utf8' }).split(':')[0],
  ];
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
libexec_dir = ${programs}
mail_plugin_dir = ${programs}/modules
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
import_environment = TZ LD_LIBRARY_PATH=${libraries}
mail_max_userip_connections = 50
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
mail_location = maildir:${folder}/mail
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/home
}
namespace inbox {
  inbox = yes
  separator = /
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
