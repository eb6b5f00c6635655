import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { countFileRows, createFileScene, downloadFile, sendFile } from '../../../test/harness/files.ts';

/**
 * How many times dearer one run is than another: both in turns, and of each its quickest, which is the one
 * that the rest of the machine disturbed least.
 */
async function priceRatio(run: () => Promise<unknown>, yardstick: () => Promise<unknown>): Promise<number> {
  const timeOf = async (step: () => Promise<unknown>) => {
    const start = performance.now();
    await step();
    return performance.now() - start;
  };
  const times: [number, number][] = [];
  for (let n = 0; n < 5; n += 1) times.push([await timeOf(run), await timeOf(yardstick)]);
  return Math.min(...times.map(([time]) => time)) / Math.min(...times.map(([, time]) => time));
}

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The first box of a film or a picture of the same family: its kind and brand, then the brands it's compatible with. */
const box = (kind: string, brands: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`${kind}\0\0\0\0${brands}`), Buffer.alloc(64)]);

/** What an Office document with a password is packed in. */
const compoundFile = () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_016)]);

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

describeAnyEngine((engine) => {
  it.each([
    ['an empty file', 'a.txt', '', 400, 'file_empty'],
    ['a program by its name', 'setup.exe', 'harmless', 415, 'file_type_refused'],
    ['a program by its content', 'photo.dat', 'MZ\u0090\u0000\u0003\u0000', 415, 'file_type_refused'],
    ['a page that is called a picture', 'photo.png', '<html><script>1</script>', 415, 'file_type_refused'],
    ['a text that is called a document', 'contract.pdf', 'not one', 415, 'file_type_refused'],
    ['a page with a PDF in it', 'a.pdf', '<html>%PDF-1.7', 415, 'file_type_refused'],
    ['a drawing that is called a picture', 'a.heic', '<x:svg xmlns:x="">', 415, 'file_type_refused'],
    ['a page in UTF-16 that is called a picture', 'a.jpg', utf16('<html><p>'), 415, 'file_type_refused'],
  ])('an upload of %s is refused and not kept', async (_what, name, content, status, code) => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const reply = await sendFile(scene, name, content);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(await countFileRows(scene)).toEqual({ files: 0, kept: 0, stored: 0 });
    expect(readdirSync(`${scene.app.dataDir}/spool`)).toEqual([]);
  });

  it.each([
    ['iphone.jpg', box('ftypheic', 'mif1heic'), 'image/heic'],
    ['live.heic', box('ftypmsf1', 'msf1hevc'), 'image/heif-sequence'],
    ['still.jpg', box('ftypavif', 'avifmif1'), 'image/avif'],
    ['phone.mp4', box('ftyp3gp5', '3gp5isom'), 'video/3gpp'],
    ['photo.jpg', Buffer.from(PNG, 'base64'), 'image/png'],
    ['photo.png', Buffer.from('ffd8ffe000104a464946000101', 'hex'), 'image/jpeg'],
    ['password.docx', compoundFile(), 'application/x-cfb'],
    ['password.xlsx', compoundFile(), 'application/x-cfb'],
    ['old.zip', Buffer.from('377abcaf271c0004', 'hex'), 'application/x-7z-compressed'],
    ['prefixed.svg', '<?xml version="1.0"?>\n<a:svg xmlns:a="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['utf-16.svg', utf16('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    ['scan.pdf', '\r\n%PDF-1.4\n%\u00e2\u00e3', 'application/pdf'],
    ['page.html', '<html><p>Text', 'text/html'],
    ['app.js', 'alert(1)', 'text/javascript'],
  ])('takes %s, which programs open by its content, and serves it as that', async (name, content, type) => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const reply = await sendFile(scene, name, content);
    expect([reply.status, reply.body.file?.type]).toEqual([201, type]);
    const { headers } = await downloadFile(scene, reply.body.file);
    // What a browser would run goes out as bytes alone.
    const isActive = ['text/html', 'text/javascript'].includes(type);
    expect(headers['content-type']).toContain(isActive ? 'application/octet-stream' : type);
    expect(headers['content-disposition']).toMatch(/^attachment/);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\brief.txt', 'brief.txt'],
    ['a\u0007b\u009f.txt', 'ab.txt'],
    ['cod\u202etxt.html', 'codtxt.html'],
    [`${'n'.repeat(300)}.txt`, `${'n'.repeat(95)}….txt`],
    ['\u200b', 'Untitled file'],
    ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
  ])('an upload’s name is cleaned when it is %j', async (given, kept) => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const reply = await sendFile(scene, given, 'text');
    expect(reply.body.file.name).toBe(kept);
    const disposition = String((await downloadFile(scene, reply.body.file)).headers['content-disposition']);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
    expect(disposition).not.toMatch(/[\u0000-\u001f\u007f-\uffff]/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(kept);
  });

  it.each([
    ['a page behind comments', `<?xml version="1"?>${'<!---->'.repeat(500)}\n<HTML>`, 'text/html'],
    ['a page by its document type', '<!doctype\n html><p>', 'text/html'],
    ['a picture inside a text', 'see <svg/onload=alert(1)>', 'image/svg+xml'],
    ['a picture by its document type', '<!DOCTYPE svg ><p>', 'image/svg+xml'],
    ['a text about pages', '# How <html> works', 'text/plain'],
    ['a comment without an end', '<!-- <html>', 'text/plain'],
    ['a text behind comments', `${'<!---->'.repeat(30)}1 <html>`, 'text/plain'],
    ['a row of comments to the end', `${'<!---->'.repeat(2_000)}`, 'text/plain'],
    ['a row of document types', '<!doctype '.repeat(2_000), 'text/plain'],
  ])('security: recognizes %s for the price of plain text', async (_what, content, type) => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    expect((await sendFile(scene, 'notes.txt', content)).body.file.type).toBe(type);
    const sendPlain = () => sendFile(scene, 'notes.txt', 'x'.repeat(content.length));
    expect(await priceRatio(() => sendFile(scene, 'notes.txt', content), sendPlain)).toBeLessThan(10);
  });

  it('security: cleans a name of 15 kB for the price of a short one', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const name = `x${' .'.repeat(7_500)}x.txt`;
    expect((await sendFile(scene, name, 'text')).body.file.name).toMatch(/^x .{93}….txt$/);
    const sendShort = () => sendFile(scene, 'notes.txt', 'text');
    expect(await priceRatio(() => sendFile(scene, name, 'text'), sendShort)).toBeLessThan(10);
  });
});
