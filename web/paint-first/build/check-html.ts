/*
 * Checks that every built page is valid HTML, by the rules of the standard. Run after the build: node web/paint-first/build/check-html.ts
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import type { PagesManifest } from './built-page.ts';

const buildFolder = join(import.meta.dirname, '../../build');
const { pages, fallback, notFound }: PagesManifest = JSON.parse(
  await readFile(join(buildFolder, 'pages.json'), 'utf8'),
);
const validator = new HtmlValidate({ extends: ['html-validate:standard'], elements: ['html5'] });

const files = [...Object.values(pages), fallback, notFound].map(({ file }) => file);
const faults: string[] = [];
for (const file of files) {
  const html = await readFile(join(buildFolder, 'client', file), 'utf8');
  const { results } = await validator.validateString(html);
  for (const { messages } of results) {
    for (const { message, selector } of messages) faults.push(`${file}: ${message} (${selector ?? ''})`);
  }
}
for (const fault of faults) console.log(fault);
console.log(`${files.length} pages, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
