import { expect, test } from 'vitest';
import { featureCountLabel, projectTitle } from './schema.ts';

test.each([
  [{ company: 'Acme', contact: 'Ada', email: 'a@example.com' }, 'Acme'],
  [{ company: '', contact: 'Ada', email: 'a@example.com' }, 'Ada'],
  [{ company: '', contact: '', email: 'a@example.com' }, 'a@example.com'],
  [{}, 'Untitled project'],
])('%j is called %s', (project, title) => {
  expect(projectTitle(project)).toBe(title);
});

test.each([
  [0, '0 features'],
  [1, '1 feature'],
  [2, '2 features'],
])('%i is written %j', (count, label) => {
  expect(featureCountLabel(count)).toBe(label);
});
