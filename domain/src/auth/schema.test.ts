import { describe, expect, it, test } from 'vitest';
import {
  emailChangeFormSchema,
  newPasswordFormSchema,
  signInFormSchema,
  signUpFormSchema,
} from './schema.ts';

describe('sign-up form', () => {
  const right = {
    username: 'ada_9',
    email: 'ada@example.com',
    password: 'longenough',
    confirmPassword: 'longenough',
  };

  it('takes a right one, trimming and lower-casing the address', () => {
    expect(signUpFormSchema.parse({ ...right, email: ' Ada@Example.COM ' }).email).toBe('ada@example.com');
  });

  test.each([
    [{ username: 'a' }, 'username', 'Letters/numbers/_ only'],
    [{ username: 'a-b-c' }, 'username', 'Letters/numbers/_ only'],
    [{ email: 'nobody' }, 'email', 'Enter a valid email address.'],
    [{ password: 'seven77', confirmPassword: 'seven77' }, 'password', 'Min 8 characters'],
    [{ confirmPassword: 'other than' }, 'confirmPassword', 'Passwords do not match'],
    [{ username: '', email: '', password: '' }, 'username', 'Letters/numbers/_ only'],
  ])('%j: first says %s: %s', (change, path, message) => {
    const first = signUpFormSchema.safeParse({ ...right, ...change }).error?.issues[0];
    expect(first?.path).toEqual([path]);
    expect(first?.message).toBe(message);
  });
});

describe('sign-in form', () => {
  it('trims and lower-cases the address, and leaves the password alone', () => {
    expect(signInFormSchema.parse({ email: '  ADA@Example.com ', password: ' pass ' })).toEqual({
      email: 'ada@example.com',
      password: ' pass ',
    });
  });

  it('wants both', () => {
    expect(signInFormSchema.safeParse({ email: '', password: 'x' }).success).toBe(false);
    expect(signInFormSchema.safeParse({ email: 'a@example.com', password: '' }).success).toBe(false);
  });
});

describe('the form of a new password', () => {
  test.each([
    [{ password: 'short', confirmPassword: 'other' }, 'Password must be at least 8 characters'],
    [{ password: 'long enough', confirmPassword: 'long enougH' }, 'Passwords do not match'],
    [{ password: 'long enough', confirmPassword: 'long enough' }, undefined],
  ])('%j: %s', (form, message) => {
    expect(newPasswordFormSchema.safeParse(form).error?.issues[0]?.message).toBe(message);
  });
});

describe('the form of a new address', () => {
  test.each([
    ['', 'Enter a new email.'],
    ['   ', 'Enter a new email.'],
    ['not an address', 'Enter a valid email address.'],
    [' New@People.example ', undefined],
  ])('%j: %s', (email, message) => {
    expect(emailChangeFormSchema.safeParse({ email }).error?.issues[0]?.message).toBe(message);
  });
});
