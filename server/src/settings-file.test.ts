import { describe, expect, it } from 'vitest';
import { findFaultsOfSettingsFile, listSettingsFiles } from './settings-file.ts';

const NAMES = ['NODE_ENV', 'PORT', 'SMTP_URL', 'PUBLIC_URL', 'METRICS_TOKEN'];
const faultsOf = (text: string | Buffer) => findFaultsOfSettingsFile(Buffer.from(text), NAMES);

describe('findFaultsOfSettingsFile', () => {
  it.each([
    'NODE_ENV=production\r\nPORT=80\r\n',
    '# a comment\n\n  PORT = 80  # the usual one\nexport SMTP_URL=smtps://u:p@mail.example',
    "SMTP_URL='smtps://u:p#w@mail.example' # quoted",
    'SMTP_URL="smtps://u:p#w@mail.example"',
    'SMTP_URL=`smtps://u:p@mail.example`',
    'PORT=',
    'PORT= # the default',
    'PORT=80\nPORT=80',
    'PORTAL=other program\nCOMPOSE_PROJECT_NAME=studio',
    "METRICS_TOKEN=it's a token of mine",
  ])('finds nothing when a file is read as it is written: %j', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  it.each([
    ['\uFEFFNODE_ENV=production', 'it begins with a byte order mark'],
    [Buffer.from('\uFEFFPORT=80', 'utf16le'), 'it isn’t UTF-8 text'],
    [Buffer.from('PORT=80\n#caf\xe9', 'latin1'), 'it isn’t UTF-8 text'],
    ['SMTP_URL=smtps://u:p#w@mail.example', 'line 1 (SMTP_URL) has a #'],
    ['PORT=80\nMETRICS_TOKEN=#0123456789abcdef', 'line 2 (METRICS_TOKEN) has a #'],
    ['METRICS_TOKEN=a#b # c', 'line 1 (METRICS_TOKEN) has a #'],
    ['METRICS_TOKEN="a"b', 'line 1 (METRICS_TOKEN) has more behind the second "'],
    ['METRICS_TOKEN="a\nb"', 'line 1 (METRICS_TOKEN) begins with " and doesn’t end'],
    ['METRICS_TOKEN="a\\nb"', 'line 1 (METRICS_TOKEN) has \\n'],
    ['METRICS_TOKEN=“0123456789abcdef”', 'line 1 (METRICS_TOKEN) begins with “'],
    ['PORT: 80', 'line 1 isn’t NAME=value'],
    ['PUBLIC-URL=https://studio.example', 'line 1 isn’t NAME=value'],
    ['SMTP_ULR=smtps://mail.example', 'line 1 sets SMTP_ULR, which is no setting: do you mean SMTP_URL?'],
    ['smtp_url=smtps://mail.example', 'line 1 sets smtp_url, which is no setting: do you mean SMTP_URL?'],
    [
      'PUBLC_URL=https://studio.example',
      'line 1 sets PUBLC_URL, which is no setting: do you mean PUBLIC_URL?',
    ],
    ['PORT=80\n\nPORT=81', 'line 3 sets PORT, which a line above sets to something else'],
  ])('names what %j would be read as differently', (text, fault) => {
    expect(faultsOf(text)[0]).toContain(fault);
  });

  it('names every odd line of a file', () => {
    expect(faultsOf('PORT: 80\nNODE_ENV=production\nSMTP_URL=a#b')).toHaveLength(2);
  });
});

describe('listSettingsFiles', () => {
  it('finds the files that Node has read itself', () => {
    expect(listSettingsFiles(['--enable-source-maps', '--env-file=.env'])).toEqual(['.env']);
  });
});
