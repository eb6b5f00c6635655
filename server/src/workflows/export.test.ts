import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/harness/database.ts';
import { createTestApp } from '../../test/harness/test-app.ts';
import { sampleBrief } from '../../test/samples/projects.ts';

const BOM = '\ufeff';

/**
 * A CSV file as a spreadsheet opens it (RFC 4180): its rows by heading, each with as many cells as there
 * are headings.
 */
function openSheet(text: string): Record<string, string>[] {
  expect(text.startsWith(BOM)).toBe(true);
  const rows: string[][] = [];
  for (const [, quoted, plain = '', end] of text
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    const last = rows.at(-1) ?? [];
    if (rows.length === 0) rows.push(last);
    last.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  const [headings = [], ...body] = rows.slice(0, -1);
  return body.map((cells) => {
    expect(cells).toHaveLength(headings.length);
    return Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? '']));
  });
}

describeEachEngine((engine) => {
  it('the enquiries’ CSV keeps every script and contains no formula', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    const names = ['=HYPERLINK("http://evil.example")', '田中 "Ada", Söhne', '+1 555', '-2', '@sum', '\ttab'];
    for (const name of names) {
      const body = { name, email: 'a@b.example', message: 'One line,\nand another.', phone: '' };
      await app.call(api.createEnquiry, { body });
    }
    const file = await owner.call(api.exportEnquiries);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toBe('attachment; filename="enquiries-2026-03-02.csv"');
    const lines = (file.body as string).split('\r\n');
    expect(lines[0]).toBe(`${BOM}Received,Status,Name,Email,Phone,Subject,Message,Invited,Id`);
    expect(lines).toHaveLength(names.length + 2);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(lines[2]).toContain('"田中 ""Ada"", Söhne"');
    expect(lines[2]).toContain('"One line,\nand another."');
    expect(lines[3]).toContain(",'+1 555,");
    expect(lines[4]).toContain(",'-2,");
    expect(lines[5]).toContain(",'@sum,");
  });

  it('a CSV has plain telephone numbers in groups of digits, and guards every other text in that column', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    for (const phone of ['+49 (0)30/123-456', '+4930123456', '=1234567+1', '+1 555 0100 ext. 7']) {
      const body = { name: 'Ada', email: 'a@b.example', message: 'One line, and another.', phone };
      await app.call(api.createEnquiry, { body });
    }
    const { body } = await owner.call(api.exportEnquiries);
    const phones = (body as string).split('\r\n').map((line) => line.split(',')[4]);
    expect(phones.slice(1, 5)).toEqual([
      '+49 0 30 123 456',
      '+493 012 3456',
      "'=1234567+1",
      "'+1 555 0100 ext. 7",
    ]);
  });

  it('a CSV is separated by semicolons on request, with the same content', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    const body = {
      name: 'Söhne, "Ada"; 1,5',
      email: 'a@b.example',
      message: 'One line,\nanother.',
      phone: '',
    };
    await app.call(api.createEnquiry, { body });
    const query = { separator: 'semicolon' };
    const file = await owner.call(api.exportEnquiries, { query });
    expect(file.headers['content-disposition']).toBe('attachment; filename="enquiries-2026-03-02.csv"');
    const [head, line] = (file.body as string).split('\r\n');
    expect(head).toBe(`${BOM}Received;Status;Name;Email;Phone;Subject;Message;Invited;Id`);
    expect(line).toMatch(/;new;"Söhne, ""Ada""; 1,5";a@b\.example;;;"One line,\nanother\.";;[0-9a-f-]{36}$/);
    // A spreadsheet that splits at the other separator finds no more cells either.
    for (const name of ['1,5', '1;5']) {
      await app.call(api.createEnquiry, { body: { ...body, name } });
      for (const separator of ['comma', 'semicolon']) {
        const { body: text } = await owner.call(api.exportEnquiries, { query: { q: name, separator } });
        expect(text, separator).toMatch(new RegExp(`[,;]"${name}"[,;]`));
      }
    }
    for (const list of [api.exportProjects, api.exportUsers]) {
      expect((await owner.call(list, { query })).body).toMatch(/^[^,]+;[^,]+\r\n/);
    }
    expect((await owner.call(api.exportUsers, { query: { separator: 'tab' } })).status).toBe(400);
  });

  it('a CSV has exactly the rows of the search and the status, even of a long list', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    await ada.call(api.submitOnboarding, { body: { final: sampleBrief } });
    await ada.call(api.saveOnboarding, { body: { step: 1, data: { company: 'Draft Ltd' } } });
    const rows = async (query: Record<string, unknown>) => {
      const { body } = await owner.call(api.exportProjects, { query });
      const lines = (body as string).split('\r\n').slice(1, -1);
      return lines.map((line) => line.split(',')[4]);
    };
    expect(await rows({})).toEqual(['Acme', 'Draft Ltd']);
    expect(await rows({ status: 'draft' })).toEqual(['Draft Ltd']);
    expect(await rows({ q: 'acme' })).toEqual(['Acme']);

    const [account] = await app.db.selectFrom('accounts').selectAll().execute();
    if (!account) throw new Error('The account is missing');
    const copies = Array.from({ length: 450 }, (_, i) => ({
      ...account,
      id: `018f6f2c-7b1e-7a60-9b6e-${String(i).padStart(12, '0')}`,
      username: null,
      username_key: null,
    }));
    for (let i = 0; i < copies.length; i += 90) {
      await app.db
        .insertInto('accounts')
        .values(copies.slice(i, i + 90))
        .execute();
    }
    const { body } = await owner.call(api.exportUsers);
    expect((body as string).split('\r\n').slice(1, -1)).toHaveLength(452);
  });

  it('a CSV opens as one row per record, with texts as they were written', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn({ email: '+ada@client.example' }), await app.signInOwner()];
    const rows = async (
      list: typeof api.exportEnquiries | typeof api.exportProjects | typeof api.exportUsers,
    ) => openSheet((await owner.call(list)).body);
    const texts = [
      'متجر للقهوة، في القاهرة',
      'חנות "ספרים"',
      '👩‍🎨 Café; Zoë\tand\nsons',
      '日本語のサイト',
      '=1+1',
      '＝1+1',
      '@now',
    ];
    for (const text of texts) {
      await app.call(api.createEnquiry, {
        body: {
          name: 'Zoe',
          email: 'zoe@visitor.example',
          phone: '',
          message: `${text} – please write back.`,
        },
      });
      await ada.call(api.submitOnboarding, {
        body: { final: { ...sampleBrief, company: text.slice(0, 40) } },
      });
    }
    const opened = texts.map((text) => (/^[=＝@]/.test(text) ? `'${text}` : text));
    const enquiries = await rows(api.exportEnquiries);
    expect(enquiries.map((row) => row.Message)).toEqual(opened.map((text) => `${text} – please write back.`));
    const projects = await rows(api.exportProjects);
    // A company is one line.
    expect(projects.map((row) => row.Company)).toEqual(opened.map((text) => text.replaceAll(/\s+/g, ' ')));
    const users = await rows(api.exportUsers);
    expect(users.map((row) => row.Email)).toEqual(["'+ada@client.example", 'owner@studio.example']);
  });

  it('security: no field of any CSV is a formula', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    const ada = await app.signIn();
    await app.call(api.createEnquiry, {
      body: { name: 'Ada', email: 'a@b.example', message: 'Ten letters of it', phone: '' },
    });
    await ada.call(api.submitOnboarding, { body: { final: sampleBrief } });
    for (const beginning of ['=SUM(1)', '+1', '-1', '@x', '\t=1', '\r=1', '＝1']) {
      const text = `${beginning} of`;
      // Also what no call takes today: rows can be older than their rules.
      await app.db
        .updateTable('enquiries')
        .set({ name: text, email: text, phone: text, subject: text, message: text })
        .execute();
      await app.db.updateTable('projects').set({ company: text, domain: text, email: text }).execute();
      await app.db
        .updateTable('accounts')
        .set({ username: text, email: text })
        .where('id', '=', ada.id)
        .execute();
      for (const list of [api.exportEnquiries, api.exportProjects, api.exportUsers]) {
        const sheet = openSheet((await owner.call(list)).body as string);
        const cells = sheet.flatMap((row) => Object.values(row));
        expect(cells.filter((cell) => cell.includes(beginning.trim())).length).toBeGreaterThan(1);
        expect(cells.filter((cell) => /^[=+\-@\t\r\0＝＋－＠]/.test(cell))).toEqual([]);
      }
    }
  });

  it('an export is recorded in the audit', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    await owner.call(api.exportUsers, { query: { q: 'ada' } });
    const [noted] = (await owner.call(api.listAdminActions)).body.items;
    expect(noted).toMatchObject({
      says: 'exported the accounts found by “ada”',
      detail: {},
      outcome: 'done',
    });
  });
});
