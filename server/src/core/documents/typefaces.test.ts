import { describe, expect, it } from 'vitest';
import { missingLetters, setInFaces } from './typefaces.ts';

const printed = (text: string) =>
  setInFaces('text', text)
    .map((run) => run.text)
    .join('');

describe('setInFaces', () => {
  it.each([
    ['Café — “quoted” €9,400 ®', 'Café — “quoted” €9,400 ®'],
    ['Żółć, Ştefan, İstanbul, Þór, Ħal', 'Żółć, Ştefan, İstanbul, Þór, Ħal'],
    ['Привет, Їжак, Ђорђе, Ѣ', 'Привет, Їжак, Ђорђе, Ѣ'],
    ['Γειά, ἀρχή, Việt Nam, नमस्ते', 'Γειά, ἀρχή, Việt Nam, नमस्ते'],
    ['Հայաստան, საქართველო', 'Հայաստան, საქართველო'],
    ['₹5 ₺6 ₽7 ₴8 ₫9 ₩1 ₪2', '₹5 ₺6 ₽7 ₴8 ₫9 ₩1 ₪2'],
    ['→ ← ↔ ⇒ ≥ ≤ ≠ ≈ ∞ √ ∑ − × ÷ ±', '→ ← ↔ ⇒ ≥ ≤ ≠ ≈ ∞ √ ∑ − × ÷ ±'],
    ['✓ ✔ ✗ ☐ ☑ ☒ ★ ● ○ ■ □ ▪ ► ◦', '✓ ✔ ✗ ☐ ☑ ☒ ★ ● ○ ■ □ ▪ ► ◦'],
    ['H₂O, m², 10⁻³, ½, ⅓, № 5, 20 ℃', 'H₂O, m², 10⁻³, ½, ⅓, № 5, 20 ℃'],
  ])('prints %j as %j', (text, expected) => {
    expect(printed(text)).toBe(expected);
    expect(missingLetters(text)).toBe('');
  });

  it.each([
    ['a hyphen that doesn’t break, as Word writes it', 'Re\u2011launch e\u2010mail', 'Re-launch e-mail'],
    ['ligatures', 'ﬁnal ﬂow oﬃce', 'final flow office'],
    ['accents that stand by themselves', 'Cafe\u0301 Mu\u0308ller', 'Café Müller'],
    ['spaces of other widths', 'a\u00a0b\u202fc\u2009d\te', 'a b c d e'],
    ['full-width letters', 'Ｖｅｒａ １２', 'Vera 12'],
    ['letters of formulas', '𝐁𝐨𝐥𝐝 𝓈', 'Bold s'],
    ['bullets of a symbol font', '\uf0b7 one \uf0fc two', '• one ✓ two'],
    ['emoji that say something', '✅ ❌ ➡️', '✓ ✗ →'],
    ['emoji that don’t', 'Bread 🥖 and 👩‍💻 🇩🇪', 'Bread  and  '],
    ['heaps of marks', 'Z\u1ab0x', 'Zx'],
    ['invisible marks', 'a\u200bb\u00adc\u202ed\ufeff', 'abcd'],
  ])('gives the plain form of %s', (_what, text, plain) => {
    expect(printed(text)).toBe(plain);
    expect(missingLetters(text)).toBe('');
  });

  it.each([
    ['株式 שלום 株', '株式שלום'],
    ['شركة', 'شركة'],
    ['한국, ไทย', '한국ไทย'],
  ])('has no letters for %j', (text, missing) => {
    expect(missingLetters(text)).toBe(missing);
    expect(printed(text)).toContain('[U+');
  });

  it('writes a letter that no font has as its code', () => {
    expect(printed('A 株\nB')).toBe('A [U+682A]\nB');
  });

  it('lets a line begin after each forty letters of a word, and never before a mark', () => {
    expect(setInFaces('text', 'x'.repeat(100)).map(({ text }) => text.length)).toEqual([40, 40, 20]);
    const marked = setInFaces('text', 'कि'.repeat(60));
    for (const { text } of marked) expect(text).toMatch(/^क/);
    expect(setInFaces('text', `${'x'.repeat(40)} ${'x'.repeat(40)}`)).toHaveLength(1);
  });
});
