import { z } from 'zod';
import { usernameSchema } from '../accounts/schema.ts';
import { emailText } from '../text-schema.ts';
import { PASSWORD_MIN_LENGTH } from './rules.ts';

const EMAIL_MESSAGE = 'Enter a valid email address.';

/** The sign-up form (specification section 5). Only the first issue is shown. */
export const signUpFormSchema = z
  .object({
    username: usernameSchema,
    email: emailText(EMAIL_MESSAGE),
    password: z.string().min(PASSWORD_MIN_LENGTH, 'Min 8 characters'),
    confirmPassword: z.string(),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  });
export type SignUpForm = z.input<typeof signUpFormSchema>;

/** The sign-in form. */
export const signInFormSchema = z.object({
  email: emailText(EMAIL_MESSAGE),
  password: z.string().min(1, 'Enter your password.'),
});
export type SignInForm = z.input<typeof signInFormSchema>;

/** The form that asks for a link to set a new password. */
export const forgotPasswordFormSchema = signInFormSchema.pick({ email: true });
export type ForgotPasswordForm = z.input<typeof forgotPasswordFormSchema>;

/** The form of a new password (specification section 5). */
export const newPasswordFormSchema = z
  .object({
    password: z.string().min(PASSWORD_MIN_LENGTH, 'Password must be at least 8 characters'),
    confirmPassword: z.string(),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  });
export type NewPasswordForm = z.input<typeof newPasswordFormSchema>;

/** The form that changes the address of an account (specification section 5). */
export const emailChangeFormSchema = z.object({
  email: z.string().trim().min(1, 'Enter a new email.').pipe(emailText(EMAIL_MESSAGE)),
});
export type EmailChangeForm = z.input<typeof emailChangeFormSchema>;
