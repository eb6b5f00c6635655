import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';

export type FileSystem = 'ext4' | 'xfs';

/** A disk of a proof's own: a file that is mounted, and that can lose its power, its health or its room. */
export interface LoopDisk {
  /** Where it is mounted. */
  folder: string;
  /**
   * Cuts it off: from here on nothing reaches it, each call on it fails, and what the kernel had not written yet is lost.
   * What is on it then is what the device has.
   */
  cut(): void;
  /** Has it as after a cut and a new start: end everything that uses it first. The file system reads its journal. */
  restart(): void;
  /** Takes its room, as another program would; `false` gives it back. */
  setFull(isFull: boolean): void;
  /** Has it fail each write to a part of it that was never written before; reads go on. */
  setFailing(isFailing: boolean): void;
  /** Has the kernel find a fault on it, of ext4 alone: it is read-only until it is mounted again. */
  findFault(): void;
  remove(): void;
}

/** The least that both file systems can be. */
const SMALLEST_MB = 320;
/** Its own tables are written at once: it isn't these that fail later. */
const WITHOUT_JOURNAL = ['-O', '^has_journal', '-E', 'nodiscard,lazy_itable_init=0'];
/** What else the memory holds beside the image and its copy, at most. */
const SPARE_MB = 16;

export interface LoopDiskOptions {
  megabytes?: number;
  /** Whether it keeps a journal, which a failed write would end; of ext4 alone. */
  hasJournal?: boolean;
}

/** Makes one, in memory: a disk's own speed proves nothing here. Throws where the machine doesn't let us: see `whyNoLoopDisk`. */
export function makeLoopDisk(
  fileSystem: FileSystem,
  { megabytes = SMALLEST_MB, hasJournal = true }: LoopDiskOptions = {},
): LoopDisk {
  const home = mkdtempSync(`${tmpdir()}/atelier-disk-`);
  let image = `${home}/image-1`;
  const folder = `${home}/disk`;
  const ofItsOwn = fileSystem === 'xfs' ? 'nouuid' : `errors=${hasJournal ? 'remount-ro' : 'continue'}`;
  const options = ['loop', 'nosuid', 'nodev', ofItsOwn];
  const mount = () => run('mount', ['-o', options.join(), image, folder]);
  const remove = () => {
    for (const mounted of [folder, home]) spawnSync('umount', ['--lazy', mounted]);
    rmSync(home, { recursive: true, force: true });
    process.removeListener('exit', remove);
  };
  process.once('exit', remove);
  try {
    // Other accounts' programs run on it, such as a PostgreSQL.
    run('mount', ['-t', 'tmpfs', '-o', `mode=755,size=${2 * megabytes + SPARE_MB}m`, 'tmpfs', home]);
    writeFileSync(image, '');
    truncateSync(image, megabytes * 1024 ** 2);
    mkdirSync(folder);
    run(`mkfs.${fileSystem}`, ['-q', ...(hasJournal ? [] : WITHOUT_JOURNAL), image]);
    mount();
  } catch (error) {
    remove();
    throw error;
  }
  return {
    folder,
    // An ioctl of the file system's, for tests like this: without `-f` its journal isn't flushed first.
    cut: () => run('xfs_io', ['-x', '-c', 'shutdown', folder]),
    restart: () => {
      // A copy of the image: where another mount namespace, such as a container's, still has this disk, the kernel would
      // mount the same one again, cut off as it is, and nothing on it could be opened.
      run('umount', [folder]);
      const before = image;
      image = `${home}/image-${Number(before.split('-').at(-1)) + 1}`;
      run('cp', ['--sparse=always', before, image]);
      // Its memory, too, which that namespace would keep otherwise.
      truncateSync(before);
      rmSync(before);
      mount();
    },
    setFull: (isFull) => (isFull ? fill : rmSync)(`${folder}/of-another-program`),
    // The image has a block of memory only for what was written: here is none for more.
    setFailing: (isFailing) => (isFailing ? fill : rmSync)(`${home}/of-another-disk`),
    findFault: () => {
      const device = basename(run('findmnt', ['-no', 'SOURCE', folder]).trim());
      writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, 'a proof');
    },
    remove,
  };
}

/** Why this machine has no such disks, as a sentence; undefined where it has. */
export function whyNoLoopDisk(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root, to mount a disk';
  try {
    for (const fileSystem of ['ext4', 'xfs'] as const) {
      const disk = makeLoopDisk(fileSystem);
      try {
        disk.cut();
      } finally {
        disk.remove();
      }
    }
    return undefined;
  } catch (error) {
    return `it needs mkfs.ext4, mkfs.xfs, xfs_io and loop devices (${(error as Error).message})`;
  }
}

/** Runs a program. @returns its output; throws when it fails */
function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

/** Writes a file until there is no room for more, not even for little. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let piece = Buffer.alloc(1024 ** 2, 1); piece.length > 0; ) {
      try {
        if (writeSync(file, piece) < piece.length) throw new Error('no room');
      } catch {
        piece = piece.subarray(piece.length > 1 ? piece.length / 2 : 1);
      }
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
