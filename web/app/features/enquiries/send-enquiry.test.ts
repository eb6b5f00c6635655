import { kindsOfWork } from '@atelier/content/kinds-of-work.ts';
import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from './enquiry-form.tsx';
import { findIssues, presentEnquiry } from './send-enquiry.ts';

const [kind] = kindsOfWork;
const filled = {
  ...EMPTY_DRAFT,
  name: 'Ada',
  email: 'ada@people.example',
  message: 'A shop for tea, please.',
};

describe('findIssues', () => {
  it('is empty when the form can be sent', () => {
    expect(findIssues(filled)).toEqual({});
    expect(findIssues({ ...filled, phone: '+49 30 1234', kind: kind.key })).toEqual({});
  });

  it('returns the rule’s message for each wrong field', () => {
    expect(findIssues(EMPTY_DRAFT)).toEqual({
      name: 'Please enter your name.',
      email: 'Enter a valid email.',
      message: 'Add a little more detail.',
    });
  });

  it('requires a message even when a kind of work is chosen', () => {
    expect(findIssues({ ...filled, kind: kind.key, message: 'Tea.     ' })).toEqual({
      message: 'Add a little more detail.',
    });
  });

  it('allows a message of full length with any subject', () => {
    const long = { ...filled, kind: kind.key, message: 'x'.repeat(10_000) };
    expect(findIssues(long)).toEqual({});
    expect(findIssues({ ...long, message: `${long.message}x` })).toEqual({
      message: 'Use 10,000 characters or fewer.',
    });
  });
});

describe('presentEnquiry', () => {
  it('keeps the message and uses the kind of work as its subject', () => {
    expect(presentEnquiry({ ...filled, kind: kind.key })).toMatchObject({
      subject: kind.label,
      message: 'A shop for tea, please.',
    });
    expect(presentEnquiry(filled)).toEqual({
      name: 'Ada',
      email: 'ada@people.example',
      phone: '',
      message: 'A shop for tea, please.',
      botfield: '',
      source: 'contact-lite',
    });
  });
});
