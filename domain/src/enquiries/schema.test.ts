import { describe, expect, it, test } from 'vitest';
import {
  CONTACT_MESSAGE_MAX,
  CONTACT_PREVIEW_LENGTH,
  CONTACT_SEARCH_DELAY_MS,
  CONTACT_SOURCE,
} from './rules.ts';
import { createEnquirySchema } from './schema.ts';

it('the inbox’s preview length and search delay are the specified ones', () => {
  expect(CONTACT_PREVIEW_LENGTH).toBe(140);
  expect(CONTACT_SEARCH_DELAY_MS).toBe(300);
});

const right = { name: 'Ada', email: 'ada@example.com', phone: '', message: 'I need a website.' };

const firstIssue = (input: unknown) => {
  const issue = createEnquirySchema.safeParse(input).error?.issues[0];
  return issue && { path: issue.path.join('.'), message: issue.message };
};

describe('the contact form’s schema', () => {
  test.each([
    [{ name: '' }, 'name', 'Please enter your name.'],
    [{ name: '   ' }, 'name', 'Please enter your name.'],
    [{ name: undefined }, 'name', 'Please enter your name.'],
    [{ name: 7 }, 'name', 'Please enter your name.'],
    [{ email: '' }, 'email', 'Enter a valid email.'],
    [{ email: undefined }, 'email', 'Enter a valid email.'],
    [{ email: 'ada' }, 'email', 'Enter a valid email.'],
    [{ email: 'ada@example' }, 'email', 'Enter a valid email.'],
    [{ email: 'a da@example.com' }, 'email', 'Enter a valid email.'],
    [{ email: 'a@b@example.com' }, 'email', 'Enter a valid email.'],
    [{ email: 'ada@example.com\r\nBcc: all@example.com' }, 'email', 'Enter a valid email.'],
    [{ email: `${'a'.repeat(250)}@b.co` }, 'email', 'Enter a valid email.'],
    [{ message: '' }, 'message', 'Add a little more detail.'],
    [{ message: undefined }, 'message', 'Add a little more detail.'],
    [{ message: 'too short' }, 'message', 'Add a little more detail.'],
    [{ message: '   9 chars   ' }, 'message', 'Add a little more detail.'],
    [{ message: '\u0000'.repeat(10) }, 'message', 'Add a little more detail.'],
    [{ message: 'x'.repeat(CONTACT_MESSAGE_MAX + 1) }, 'message', 'Use 10,000 characters or fewer.'],
    [{ name: 'x'.repeat(201) }, 'name', 'Use 200 characters or fewer.'],
  ])('with %o, reports %s: %s', (change, path, message) => {
    expect(firstIssue({ ...right, ...change })).toEqual({ path, message });
  });

  test.each([
    [{}],
    [{ phone: undefined }],
    [{ phone: '+44 20 7946 0000' }],
    [{ message: '10 letters' }],
    [{ message: '  10 letters  ' }],
    [{ message: 'x'.repeat(CONTACT_MESSAGE_MAX) }],
    [{ email: '  ada@example.com ' }],
    [{ email: 'ada+site@mail.example.co.uk' }],
  ])('accepts %o', (change) => {
    expect(firstIssue({ ...right, ...change })).toBeUndefined();
  });

  it('returns cleaned text', () => {
    expect(
      createEnquirySchema.parse({
        name: '  Ada\n Sample\u0000 ',
        email: ' ada\u0000@example.com ',
        phone: ' 1 ',
        subject: ' A\n shop ',
        message: ' one\r\ntwo three ',
      }),
    ).toMatchObject({
      name: 'Ada Sample',
      email: 'ada@example.com',
      phone: '1',
      subject: 'A shop',
      message: 'one\ntwo three',
    });
  });
});

describe('createEnquirySchema', () => {
  it('sets the default source when none is sent', () => {
    expect(createEnquirySchema.parse(right).source).toBe('contact-lite');
    expect(CONTACT_SOURCE).toBe('contact-lite');
  });

  it('accepts a honeypot of any length, so that every bot gets the same reply', () => {
    expect(createEnquirySchema.parse({ ...right, botfield: 'x'.repeat(50_000) }).botfield).toHaveLength(
      50_000,
    );
    expect(createEnquirySchema.parse(right).botfield).toBe('');
  });

  it('drops unknown fields', () => {
    expect(
      createEnquirySchema.parse({ ...right, status: 'archived', meta: { ip: '1.2.3.4' } }),
    ).not.toHaveProperty('status');
  });
});
