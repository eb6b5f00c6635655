import { describe, expect, it, test } from 'vitest';
import {
  bytesLeft,
  canHaveComments,
  cleanFileName,
  type FileLimits,
  feedbackRounds,
  fileExtension,
  fileTypeName,
  formatAmount,
  formatKilobytes,
  MAX_FILE_NAME,
  previewOfFile,
  refusalBySize,
  refusalOfFile,
  roundWords,
} from './rules.ts';

test.each([
  [0, '0 KB'],
  [511, '0 KB'],
  [512, '1 KB'],
  [1024, '1 KB'],
  [1536, '2 KB'],
  [10_485_760, '10240 KB'],
])('formatKilobytes writes %i bytes as %s', (bytes, text) => {
  expect(formatKilobytes(bytes)).toBe(text);
});

test('formatAmount rounds down to whole megabytes, or below one to kilobytes', () => {
  expect([0, 500, 1_048_575, 2_097_151, 2_097_152_000].map(formatAmount)).toEqual([
    '0 MB',
    '0 KB',
    '1023 KB',
    '1 MB',
    '2,000 MB',
  ]);
});

describe('cleanFileName', () => {
  it.each([
    ['logo.png', 'logo.png'],
    ['Übersicht „Start“ 2.pdf', 'Übersicht „Start“ 2.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\brief.docx', 'brief.docx'],
    ['..', 'Untitled file'],
    ['', 'Untitled file'],
    [' \u200b\u202e ', 'Untitled file'],
    ['.htaccess', 'htaccess'],
    ['a\r\nSet-Cookie: b=c.txt', 'a Set-Cookie: b=c.txt'],
    ['a\u0000\u0007\u009fb.txt', 'ab.txt'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['\u2066\u200f\ufeffa.png\u2069', 'a.png'],
    ['a\ud800.png', 'a\ufffd.png'],
    ['👩‍🎨.png', '👩‍🎨.png'],
    ['name. . .', 'name'],
    ['two   spaces\t.txt', 'two spaces .txt'],
  ])('keeps %j as %j', (given, kept) => {
    expect(cleanFileName(given)).toBe(kept);
  });

  it('bounds the length, keeps the extension and splits no character', () => {
    const long = cleanFileName(`${'n'.repeat(300)}.pdf`);
    expect([[...long].length, long.endsWith('n….pdf')]).toEqual([MAX_FILE_NAME, true]);
    const faces = cleanFileName('😀'.repeat(300));
    expect([[...faces].length, faces.isWellFormed()]).toEqual([MAX_FILE_NAME, true]);
    expect([...cleanFileName(`a.${'x'.repeat(300)}`)].length).toBe(MAX_FILE_NAME);
  });

  it('leaves a cleaned name unchanged', () => {
    for (const name of ['../a. .', `${'n '.repeat(200)}.pdf`, '.. ..', '. a']) {
      expect(cleanFileName(cleanFileName(name))).toBe(cleanFileName(name));
    }
  });

  it.each([
    ['a.PDF', 'pdf'],
    ['a.tar.gz', 'gz'],
    ['a', ''],
    ['.png', ''],
    [`a.${'x'.repeat(20)}`, ''],
  ])('fileExtension of %s is "%s"', (name, extension) => {
    expect(fileExtension(name)).toBe(extension);
  });
});

describe('the table of file types', () => {
  it.each([
    ['logo.svg', 'image/svg+xml'],
    ['page.html', 'text/html'],
    ['notes', 'text/plain'],
    ['design.fig', 'application/octet-stream'],
    ['photo.JPG', 'image/jpeg'],
    ['animated.png', 'image/apng'],
    ['iphone.jpg', 'image/heic'],
    ['live.heic', 'image/heic-sequence'],
    ['photo.png', 'image/jpeg'],
    ['phone.mp4', 'video/3gpp'],
    ['password.docx', 'application/x-cfb'],
    ['password.pdf', 'application/octet-stream'],
    ['table.xls', 'text/html'],
    ['server.key', 'text/plain'],
    ['drawing.svg', 'text/plain'],
    ['script.js', 'text/javascript'],
  ])('accepts %s of type %s', (name, type) => {
    expect(refusalOfFile(name, type)).toBeUndefined();
  });

  it.each([
    ['setup.exe', 'application/octet-stream', /^You can’t send programs/],
    ['photo.jpg', 'application/x-msdownload', /^You can’t send programs/],
    ['run', 'application/x-elf', /^You can’t send programs/],
    ['link.lnk', 'application/octet-stream', /^You can’t send programs/],
    ['photo.jpg', 'text/html', /ends in \.jpg/],
    ['photo.heic', 'image/svg+xml', /ends in \.heic/],
    ['paper.pdf', 'text/plain', /ends in \.pdf/],
    ['table.xlsx', 'text/javascript', /ends in \.xlsx/],
    ['film.mov', 'application/xml', /ends in \.mov/],
    ['archive.zip', 'application/json', /ends in \.zip/],
    ['icon.svg', 'text/html', /ends in \.svg/],
  ])('refuses %s of type %s', (name, type, sentence) => {
    expect(refusalOfFile(name, type)).toMatch(sentence);
  });

  it.each([
    ['image/png', 'picture', 'PNG picture'],
    ['image/svg+xml', 'picture', 'SVG drawing'],
    ['application/pdf', 'document', 'PDF'],
    ['text/html', undefined, 'HTML'],
    ['image/tiff', undefined, 'TIFF picture'],
    ['video/quicktime', undefined, 'Video'],
    ['image/heic-sequence', undefined, 'HEIC picture'],
    ['video/3gpp', undefined, '3GP video'],
    ['application/x-cfb', undefined, 'Office file'],
    ['application/octet-stream', undefined, 'File'],
    ['application/x-bzip2', undefined, 'BZIP2'],
    ['application/x-something-long', undefined, 'File'],
  ])('gives type %s the preview %s and the name %s', (type, preview, name) => {
    expect([previewOfFile(type), fileTypeName(type)]).toEqual([preview, name]);
  });
});

describe('refusalBySize', () => {
  const limits: FileLimits = {
    maxBytes: 100,
    usedBytes: 950,
    quotaBytes: 1000,
    usedFiles: 3,
    maxFiles: 5,
    account: null,
  };

  it.each([
    [0, 'file_empty'],
    [1, undefined],
    [50, undefined],
    [51, 'quota_exceeded'],
    [100, 'quota_exceeded'],
    [101, 'payload_too_large'],
  ])('answers %i with %s', (size, code) => {
    expect(refusalBySize(size, limits)?.code).toBe(code);
  });

  it('refuses any size when the project has too many files', () => {
    expect(refusalBySize(1, { ...limits, usedFiles: 5 })?.code).toBe('quota_exceeded');
  });

  it.each([
    [20, undefined],
    [21, 'quota_exceeded'],
  ])('answers %i with %s when the account has 20 left', (size, code) => {
    const account = { usedBytes: 480, quotaBytes: 500 };
    expect(refusalBySize(size, { ...limits, account })?.code).toBe(code);
  });

  it.each([
    [null, { bytes: 50, of: 'project' }],
    [
      { usedBytes: 480, quotaBytes: 500 },
      { bytes: 20, of: 'account' },
    ],
    [
      { usedBytes: 600, quotaBytes: 500 },
      { bytes: 0, of: 'account' },
    ],
    [
      { usedBytes: 0, quotaBytes: 500 },
      { bytes: 50, of: 'project' },
    ],
  ])('bytesLeft follows the tighter quota, with %o for the account', (account, left) => {
    expect(bytesLeft({ ...limits, account })).toEqual(left);
  });
});

test.each([
  ['studio', 'image/png', true],
  ['studio', 'application/pdf', true],
  ['studio', 'application/zip', false],
  ['client', 'image/png', false],
] as const)('canHaveComments: a file of the %s with the type %s: %s', (side, type, can) => {
  expect(canHaveComments(side, type)).toBe(can);
});

test.each([
  [[false], [1]],
  [[true], [1]],
  [
    [true, false],
    [1, 2],
  ],
  [
    [false, false, true],
    [1, 1, 1],
  ],
  [
    [true, false, true, true, false],
    [1, 2, 2, 3, 4],
  ],
])('feedbackRounds: versions with comments %j are in the rounds %j', (comments, rounds) => {
  expect(feedbackRounds(comments)).toEqual(rounds);
});

test.each([
  [1, 'Round 1 of 2'],
  [2, 'Round 2 of 2'],
  [3, 'Round 3, beyond the 2 agreed'],
])('roundWords writes round %i as %s', (round, words) => {
  expect(roundWords(round, 2)).toBe(words);
});
