import { fileExtension } from './file-names.ts';

/** Endings that run at a double click on some system. */
const PROGRAM_EXTENSIONS = new Set(
  (
    'appimage application apk app appx bat cmd com command cpl deb desktop dmg elf exe gadget hta inf ' +
    'jar jnlp jse lnk msc msh msi msix msp mst pif pkg ps1 psm1 reg rpm scf scr settingcontent-ms url vb vbe vbs ws wsf wsh'
  ).split(' '),
);

/** Programs by their content, whatever they are called. */
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

/** What the content of a name with one of these endings has to be. Other endings promise nothing. */
const CONTENT_OF: Readonly<Record<string, readonly string[]>> = {
  avif: ['image/avif'],
  docx: [`${OFFICE}wordprocessingml.document`],
  gif: ['image/gif'],
  heic: ['image/heic', 'image/heif'],
  jpeg: ['image/jpeg'],
  jpg: ['image/jpeg'],
  mov: ['video/quicktime', 'video/mp4'],
  mp4: ['video/mp4', 'video/quicktime', 'video/x-m4v'],
  pdf: ['application/pdf'],
  png: ['image/png', 'image/apng'],
  pptx: [`${OFFICE}presentationml.presentation`],
  svg: ['image/svg+xml'],
  webm: ['video/webm', 'video/matroska'],
  webp: ['image/webp'],
  woff: ['font/woff'],
  woff2: ['font/woff2'],
  xlsx: [`${OFFICE}spreadsheetml.sheet`],
  // What is packed may itself be told: a document is a packed folder, too.
  zip: ['application/zip', 'application/epub+zip', `${OFFICE}wordprocessingml.document`],
};

/**
 * Why the server refuses a file of this name whatever its content, as a sentence; undefined if the
 * content decides.
 */
export function refusalByName(name: string): string | undefined {
  return PROGRAM_EXTENSIONS.has(fileExtension(name)) ? NO_PROGRAMS : undefined;
}

const NO_PROGRAMS = 'Programs cannot be sent here. Put it into a ZIP archive if it belongs to the project.';

/**
 * Why a file of this name and content (a media type, found by looking into it) is not taken, as a sentence;
 * undefined for one that is.
 */
export function refusalOfFile(name: string, type: string): string | undefined {
  const byName = refusalByName(name);
  if (byName !== undefined) return byName;
  if (PROGRAM_TYPES.has(type)) return NO_PROGRAMS;
  const extension = fileExtension(name);
  const promised = CONTENT_OF[extension];
  if (promised && !promised.includes(type)) {
    return `The name ends in .${extension}, and the content is something else. Save it again as what it is.`;
  }
  return undefined;
}

/** Whether a browser can show the file within a page: a picture, or a document for the viewer. */
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
  [`${OFFICE}wordprocessingml.document`]: 'Word document',
  [`${OFFICE}spreadsheetml.sheet`]: 'Excel workbook',
  [`${OFFICE}presentationml.presentation`]: 'PowerPoint presentation',
  'font/woff': 'Web font',
  'font/woff2': 'Web font',
  'image/jpeg': 'JPEG picture',
  'image/svg+xml': 'SVG drawing',
  'image/vnd.adobe.photoshop': 'Photoshop picture',
  'text/html': 'HTML',
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

/** What people call a media type: "PNG picture", "PDF". */
export function fileTypeName(type: string): string {
  const known = TYPE_NAMES[type];
  if (known) return known;
  const [family = '', kind = ''] = type.split('/');
  const name = FAMILIES[family];
  const short = kind.replace(/^x-|^vnd\./, '').toUpperCase();
  if (!name) return short.length <= 8 && short !== '' ? short : 'File';
  return short.length <= 8 ? `${short} ${name}` : name.charAt(0).toUpperCase() + name.slice(1);
}
