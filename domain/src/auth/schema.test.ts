import { describe, expect, it, test } from 'vitest';
import {
  emailChangeFormSchema,
  newPasswordFormSchema,
  signInFormSchema,
  signUpFormSchema,
} from './schema.ts';

describe('signUpFormSchema', () => {
  const right = {
    username: 'ada_9',
    email: 'ada@example.com',
    password: 'longenough',
    confirmPassword: 'longenough',
  };

  it('accepts a valid form, trimming and lower-casing the address', () => {
    expect(signUpFormSchema.parse({ ...right, email: ' Ada@Example.COM ' }).email).toBe('ada@example.com');
  });

  test.each([
    [{ username: 'a' }, 'username', 'Letters/numbers/_ only'],
    [{ username: 'a-b-c' }, 'username', 'Letters/numbers/_ only'],
    [{ email: 'nobody' }, 'email', 'Enter a valid email address.'],
    [{ password: 'seven77', confirmPassword: 'seven77' }, 'password', 'Min 8 characters'],
    [{ confirmPassword: 'other than' }, 'confirmPassword', 'Passwords do not match'],
    [{ username: '', email: '', password: '' }, 'username', 'Letters/numbers/_ only'],
  ])('with %j, reports %s first: %s', (change, path, message) => {
    const first = signUpFormSchema.safeParse({ ...right, ...change }).error?.issues[0];
    expect(first?.path).toEqual([path]);
    expect(first?.message).toBe(message);
  });
});

describe('signInFormSchema', () => {
  it('trims and lower-cases the address and leaves the password unchanged', () => {
    expect(signInFormSchema.parse({ email: '  ADA@Example.com ', password: ' pass ' })).toEqual({
      email: 'ada@example.com',
      password: ' pass ',
    });
  });

  it('requires both fields', () => {
    expect(signInFormSchema.safeParse({ email: '', password: 'x' }).success).toBe(false);
    expect(signInFormSchema.safeParse({ email: 'a@example.com', password: '' }).success).toBe(false);
  });
});

describe('newPasswordFormSchema', () => {
  test.each([
    [{ password: 'short', confirmPassword: 'other' }, 'Password must be at least 8 characters'],
    [{ password: 'long enough', confirmPassword: 'long enougH' }, 'Passwords do not match'],
    [{ password: 'long enough', confirmPassword: 'long enough' }, undefined],
  ])('with %j, reports: %s', (form, message) => {
    expect(newPasswordFormSchema.safeParse(form).error?.issues[0]?.message).toBe(message);
  });
});

describe('emailChangeFormSchema', () => {
  test.each([
    ['', 'Enter a new email.'],
    ['   ', 'Enter a new email.'],
    ['not an address', 'Enter a valid email address.'],
    [' New@People.example ', undefined],
  ])('with %j, reports: %s', (email, message) => {
    expect(emailChangeFormSchema.safeParse({ email }).error?.issues[0]?.message).toBe(message);
  });
});
