import { signUpFormSchema } from '@atelier/domain/auth/schema.ts';
import { describe, expect, it } from 'vitest';
import { firstIssueResolver } from './account-form.ts';

const resolve = firstIssueResolver(signUpFormSchema);
const options = { fields: {}, shouldUseNativeValidation: false } as const;
const filled = {
  username: 'ada_l',
  email: ' Ada@People.example ',
  password: 'correct horse',
  confirmPassword: 'correct horse',
};

describe('firstIssueResolver', () => {
  it('returns the parsed values when the form is valid', async () => {
    const result = await resolve(filled, undefined, options);
    expect(result).toEqual({ values: { ...filled, email: 'ada@people.example' }, errors: {} });
  });

  it('reports only the first issue, on its field, when there are several', async () => {
    const result = await resolve(
      { username: 'a!', email: 'no', password: 'x', confirmPassword: '' },
      undefined,
      options,
    );
    expect(Object.entries(result.errors).map(([name, error]) => [name, error?.message])).toEqual([
      ['username', 'Letters/numbers/_ only'],
    ]);
  });

  it('reports on the confirm field when the passwords differ', async () => {
    const result = await resolve({ ...filled, confirmPassword: 'correct hors' }, undefined, options);
    expect(Object.entries(result.errors).map(([name, error]) => [name, error?.message])).toEqual([
      ['confirmPassword', 'Passwords do not match'],
    ]);
  });
});
