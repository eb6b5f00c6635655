import { expect, it, test } from 'vitest';
import type { ContractStatus } from '../contracts/rules.ts';
import {
  featureCountLabel,
  type MilestoneCounts,
  type ProjectStage,
  projectCompany,
  projectKind,
  projectName,
  projectStage,
  projectTitle,
} from './rules.ts';

test.each([
  [{ company: 'Acme', contact: 'Ada', email: 'a@example.com' }, 'Acme'],
  [{ company: '', contact: 'Ada', email: 'a@example.com' }, 'Ada'],
  [{ company: '', contact: '', email: 'a@example.com' }, 'a@example.com'],
  [{}, 'Untitled project'],
])('projectCompany: %j is called %s', (project, company) => {
  expect(projectCompany(project)).toBe(company);
});

test.each([
  [['brand', 'seo', 'lp', 'ecom', 'web'], 'Website'],
  [['support', 'ecom', 'lp'], 'Online shop'],
  [['brand', 'lp', 'support'], 'Landing page'],
  [['brand', 'forms', 'support'], 'Branding'],
  [['ga4', 'seo', 'support'], 'Analytics + Tag Manager'],
  [['support'], 'Care'],
  [['gopher'], 'Project'],
  [[], 'Project'],
])('projectTitle of a project with %j is %s, until it has one of its own', (features, title) => {
  const kind = projectKind(features);
  expect(projectTitle({ title: null, kind })).toBe(title);
  expect(projectTitle({ title: 'Spring campaign', kind })).toBe('Spring campaign');
});

it('projectName tells apart two projects of a company by their titles', () => {
  const company = 'Acme';
  expect(projectName({ company, title: null, kind: 'web' })).toBe('Acme · Website');
  expect(projectName({ company, title: 'Spring campaign', kind: 'web' })).toBe('Acme · Spring campaign');
});

test.each([
  [0, '0 features'],
  [1, '1 feature'],
  [2, '2 features'],
])('featureCountLabel writes %i as %j', (count, label) => {
  expect(featureCountLabel(count)).toBe(label);
});

const none: MilestoneCounts = { total: 0, approved: 0, inReview: 0, started: 0, settled: 0 };

const planned = { ...none, total: 3 };

test.each<[ProjectStage, string, ContractStatus | null, MilestoneCounts]>([
  ['proposal', 'without a contract', null, none],
  ['proposal', 'with a contract that only the studio knows', 'draft', planned],
  ['proposal', 'with a blocked milestone and no contract', null, planned],
  ['contract', 'with a contract that was sent', 'sent', planned],
  ['contract', 'with a contract that is to be changed', 'change_requested', planned],
  [
    'contract',
    'with blocked and cancelled milestones alone, before the acceptance',
    'sent',
    { ...planned, settled: 2 },
  ],
  ['reserved', 'with an accepted contract', 'accepted', planned],
  ['reserved', 'with an accepted contract and no milestones', 'accepted', none],
  ['reserved', 'with a cancelled milestone before the start', 'accepted', { ...planned, settled: 1 }],
  ['work', 'whose studio started without a contract', null, { ...planned, started: 1 }],
  ['work', 'whose studio started before the acceptance', 'sent', { ...planned, started: 1 }],
  ['work', 'whose studio started', 'accepted', { ...planned, started: 1 }],
  ['review', 'sent for review before the acceptance', 'sent', { ...planned, started: 1, inReview: 1 }],
  ['review', 'that waits for the client', 'accepted', { ...planned, started: 2, inReview: 1, approved: 1 }],
  ['work', 'with one milestone approved', 'accepted', { ...planned, started: 1, approved: 1, settled: 1 }],
  ['live', 'with every milestone approved', 'accepted', { ...planned, started: 3, approved: 3, settled: 3 }],
  ['live', 'with one milestone cancelled', 'accepted', { ...planned, started: 2, approved: 2, settled: 3 }],
  ['work', 'with nothing but cancelled milestones', 'accepted', { ...planned, settled: 3 }],
])('projectStage is %s for a project %s', (stage, _words, contract, milestones) => {
  const facts = { contract, milestones, hasCare: false };
  expect(projectStage({ ...facts, status: 'submitted' })).toBe(stage);
  expect(projectStage({ ...facts, status: 'archived' })).toBe(stage);
  // Care begins where the work ends.
  const withCare = projectStage({ ...facts, status: 'submitted', hasCare: true });
  expect(withCare).toBe(stage === 'live' ? 'care' : stage);
});

test('projectStage is draft for a draft, whatever else it has', () => {
  const facts = { contract: 'accepted', milestones: planned, hasCare: true } as const;
  expect(projectStage({ ...facts, status: 'draft' })).toBe('draft');
});
