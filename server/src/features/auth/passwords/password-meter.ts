import { PASSWORD_MIN_LENGTH, PASSWORD_STRENGTH_LABELS } from '@atelier/domain/auth/rules.ts';

/**
 * The script of the provider's password page: it shows the rating of `passwordStrength` while the
 * user types, and makes the button work once. It is text, because the page's policy allows this
 * text alone; a test compares its points with those of the site's pages.
 */
export const PASSWORD_METER_SCRIPT = `(() => {
const labels = ${JSON.stringify(PASSWORD_STRENGTH_LABELS)};
const strength = (password) => [
password.length >= ${PASSWORD_MIN_LENGTH},
password.length >= 12,
/\\p{Ll}/u.test(password) && /\\p{Lu}/u.test(password),
/\\p{N}/u.test(password) && /[^\\p{L}\\p{N}\\s]/u.test(password),
].filter(Boolean).length;
const field = document.getElementById('password');
const meter = document.getElementById('strength');
const words = document.getElementById('strength-words');
field.addEventListener('input', () => {
const score = strength(field.value);
meter.hidden = words.hidden = field.value === '';
meter.value = Math.max(score, 1);
words.textContent = 'Password strength: ' + labels[score];
});
field.form.addEventListener('submit', () => { field.form.querySelector('button').disabled = true; });
})();`;
