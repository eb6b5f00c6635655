import { trimOf } from '../text.ts';

/** Most files of one project, counting each version: the list is never paged. */
export const MAX_PROJECT_FILES = 500;

/** The space left in a project; all in bytes but the counts. */
export interface FileLimits {
  /** Of one file. */
  maxBytes: number;
  usedBytes: number;
  quotaBytes: number;
  usedFiles: number;
  maxFiles: number;
  /** Everything the client has sent to all projects; null for the studio. */
  account: { usedBytes: number; quotaBytes: number } | null;
}

/** A file's size in KB, rounded (specification section 9). */
export function formatKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`;
}

/** Bytes rounded down, for sentences about limits and free space: "100 MB", below one megabyte "410 KB". */
export function formatAmount(bytes: number): string {
  if (bytes > 0 && bytes < 1024 ** 2) return `${Math.floor(bytes / 1024)} KB`;
  return `${Math.floor(bytes / 1024 ** 2).toLocaleString('en-US')} MB`;
}

/** Why a file of this size can't be added, as a sentence; undefined if it can. */
export function refusalBySize(
  size: number,
  limits: FileLimits,
): { code: 'file_empty' | 'payload_too_large' | 'quota_exceeded'; message: string } | undefined {
  if (size === 0) return { code: 'file_empty', message: 'This file is empty. Save it again, then send it.' };
  if (size > limits.maxBytes) {
    return {
      code: 'payload_too_large',
      message: `A file can be up to ${formatAmount(limits.maxBytes)}.`,
    };
  }
  if (limits.usedFiles >= limits.maxFiles) {
    return {
      code: 'quota_exceeded',
      message: `A project can have up to ${limits.maxFiles} files, old versions included. Delete some first.`,
    };
  }
  if (limits.usedBytes + size > limits.quotaBytes) {
    const left = formatAmount(Math.max(0, limits.quotaBytes - limits.usedBytes));
    return {
      code: 'quota_exceeded',
      message: `This project has ${left} of ${formatAmount(limits.quotaBytes)} left. Delete some files first.`,
    };
  }
  const { account } = limits;
  if (account && account.usedBytes + size > account.quotaBytes) {
    const left = formatAmount(Math.max(0, account.quotaBytes - account.usedBytes));
    return {
      code: 'quota_exceeded',
      message: `You have ${left} of ${formatAmount(account.quotaBytes)} left for all your projects. Delete some of your files first.`,
    };
  }
  return undefined;
}

/** The bytes left, and the limit that leaves so few. */
export function bytesLeft({ account, ...limits }: FileLimits): { bytes: number; of: 'project' | 'account' } {
  const ofProject = Math.max(0, limits.quotaBytes - limits.usedBytes);
  const ofAccount = account ? Math.max(0, account.quotaBytes - account.usedBytes) : ofProject;
  return ofAccount < ofProject ? { bytes: ofAccount, of: 'account' } : { bytes: ofProject, of: 'project' };
}

/** The longest file name, in characters: what file systems accept in most scripts (255 bytes). */
export const MAX_FILE_NAME = 100;
/** A longer extension, or one with other characters, counts as part of the name. */
const EXTENSION = /^[\p{L}\p{N}_-]{1,12}$/u;
/** Only the beginning and the end of a longer name count; no file system has one. */
const MAX_READ = 2_000;
/** The name of a file without one. */
const NAMELESS = 'Untitled file';

/**
 * Invisible characters that change the visible ones: controls, line ends, direction marks ("gpj.exe" for
 * "exe.jpg"), and zero-width marks except the joiners that scripts and emoji need.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;

/**
 * A file's name as it is stored and shown: without a path or invisible characters, of bounded length with
 * its extension kept, and never empty.
 */
export function cleanFileName(name: string): string {
  const read = name.length <= MAX_READ ? name : name.slice(0, MAX_READ / 2) + name.slice(-MAX_READ / 2);
  const last = read.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const spaced = last.replace(/\s/g, ' ').replace(UNSEEN, '').replace(/ +/g, ' ');
  // Windows drops dots and spaces at the end, and a leading dot hides a file everywhere else.
  const seen = trimOf(spaced, ' .');
  if (seen === '') return NAMELESS;
  const characters = [...seen];
  if (characters.length <= MAX_FILE_NAME) return seen;
  const extension = fileExtension(seen);
  const ending = extension === '' ? '' : `.${extension}`;
  return (
    characters
      .slice(0, MAX_FILE_NAME - 1 - [...ending].length)
      .join('')
      .trimEnd() +
    '…' +
    ending
  );
}

/** A name's extension, in lower case without the dot; empty without one. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  if (dot < 1 || name[dot - 1] === '.') return '';
  const extension = name.slice(dot + 1);
  return EXTENSION.test(extension) ? extension.toLowerCase() : '';
}

/** Extensions that run on a double click on some system. */
const PROGRAM_EXTENSIONS = new Set(
  (
    'appimage application apk app appx bat cmd com command cpl deb desktop dmg elf exe gadget hta inf ' +
    'jar jnlp jse lnk msc msh msi msix msp mst pif pkg ps1 psm1 reg rpm scf scr settingcontent-ms url vb vbe vbs ws wsf wsh'
  ).split(' '),
);

/** Programs by their content, whatever their name. */
const PROGRAM_TYPES = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/java-vm',
  'application/x.ms.shortcut',
  'application/vnd.android.package-archive',
  'application/x-deb',
  'application/x-rpm',
  'application/vnd.microsoft.portable-executable',
]);

const OFFICE = 'application/vnd.openxmlformats-officedocument.';

/**
 * Extensions of what is no text: markup or a script under one of them hides what it is. Text under any other name, and any
 * other content under these, is what people send: an iPhone names its HEIC pictures .jpg, a document with a password isn't
 * a ZIP archive any more, and every program opens them by their content.
 */
const BINARY_EXTENSIONS = new Set(
  (
    'aac ai apng avi avif bmp docm docx dotx eps epub flac gif gz heic heif ico indd jpe jpeg jpg jxl ' +
    'm4a m4v mkv mov mp3 mp4 mpeg mpg numbers odg odp ods odt ogg otf pages pdf png ppt pptm pptx psd rar sketch tar tif ' +
    'tiff ttf wav webm webp wma wmv woff woff2 xlsb xlsm xlsx zip 7z'
  ).split(' '),
);

/** Whether a type is text, which may be a script, or markup that a browser would run. */
const isText = (type: string) => type.startsWith('text/') || type === 'application/json' || isMarkup(type);
const isMarkup = (type: string) => type.endsWith('+xml') || type.endsWith('/xml') || type === 'text/html';

/**
 * Why the server refuses a file with this name whatever its content, as a sentence; undefined if the
 * content decides.
 */
export function refusalByName(name: string): string | undefined {
  return PROGRAM_EXTENSIONS.has(fileExtension(name)) ? NO_PROGRAMS : undefined;
}

const NO_PROGRAMS = 'You can’t send programs here. If it belongs to the project, put it in a ZIP archive.';

/**
 * Why a file with this name and content (a detected media type) is refused, as a sentence; undefined if it
 * is accepted.
 */
export function refusalOfFile(name: string, type: string): string | undefined {
  const byName = refusalByName(name);
  if (byName !== undefined) return byName;
  if (PROGRAM_TYPES.has(type)) return NO_PROGRAMS;
  const extension = fileExtension(name);
  const isHidden = BINARY_EXTENSIONS.has(extension)
    ? isText(type)
    : extension === 'svg' && type === 'text/html';
  if (!isHidden) return undefined;
  return `The name ends in .${extension}, and the content is text or a web page. Save it again as what it is.`;
}

/** True if a browser can show the file within a page: a picture, or a document for the viewer. */
export function previewOfFile(type: string): 'picture' | 'document' | undefined {
  if (type === 'application/pdf') return 'document';
  return PICTURES.has(type) ? 'picture' : undefined;
}

const PICTURES = new Set([
  'image/apng',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/webp',
]);

const TYPE_NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/zip': 'ZIP archive',
  'application/json': 'JSON',
  'application/postscript': 'Illustrator or PostScript',
  'application/octet-stream': 'File',
  // What old Office files are packed in, and new ones with a password.
  'application/x-cfb': 'Office file',
  [`${OFFICE}wordprocessingml.document`]: 'Word document',
  [`${OFFICE}spreadsheetml.sheet`]: 'Excel workbook',
  [`${OFFICE}presentationml.presentation`]: 'PowerPoint presentation',
  'font/woff': 'Web font',
  'font/woff2': 'Web font',
  'image/heic-sequence': 'HEIC picture',
  'image/heif-sequence': 'HEIC picture',
  'image/jpeg': 'JPEG picture',
  'image/svg+xml': 'SVG drawing',
  'image/vnd.adobe.photoshop': 'Photoshop picture',
  'text/html': 'HTML',
  'video/3gpp': '3GP video',
  'video/3gpp2': '3GP video',
  'text/plain': 'Text',
  'text/css': 'CSS',
  'text/csv': 'CSV table',
  'text/javascript': 'JavaScript',
  'text/markdown': 'Markdown',
};
const FAMILIES: Readonly<Record<string, string>> = {
  audio: 'audio',
  font: 'font',
  image: 'picture',
  video: 'video',
};

/** The common name of a media type: "PNG picture", "PDF". */
export function fileTypeName(type: string): string {
  const known = TYPE_NAMES[type];
  if (known) return known;
  const [family = '', kind = ''] = type.split('/');
  const name = FAMILIES[family];
  const short = kind.replace(/^x-|^vnd\./, '').toUpperCase();
  if (!name) return short.length <= 8 && short !== '' ? short : 'File';
  return short.length <= 8 ? `${short} ${name}` : name.charAt(0).toUpperCase() + name.slice(1);
}

/** The longest comment on a file, in characters. */
export const COMMENT_MAX = 2_000;
/** Most comments of one version, replies included: their list is never paged. */
export const MAX_VERSION_COMMENTS = 300;
/** A point's coordinates are whole numbers from 0 to this: ten-thousandths of the width and of the height. */
export const POINT_SCALE = 10_000;
/** The last page that a comment can be on; more than any PDF that a browser shows. */
export const MAX_COMMENT_PAGE = 5_000;

/** True if comments can be pinned to a file: the studio's deliverable, if a browser can show it. */
export function canHaveComments(side: 'client' | 'studio', type: string): boolean {
  return side === 'studio' && previewOfFile(type) !== undefined;
}

/**
 * The round of feedback that each version of a deliverable is in, oldest version first. A version without a
 * word from the client uses up no round, so the next one is still in the same.
 */
export function feedbackRounds(hasClientComments: readonly boolean[]): number[] {
  let used = 0;
  return hasClientComments.map((hasComments) => (hasComments ? ++used : used + 1));
}

/** A round among those that the contract includes: "Round 1 of 2". */
export function roundWords(round: number, included: number): string {
  return round > included ? `Round ${round}, beyond the ${included} agreed` : `Round ${round} of ${included}`;
}
