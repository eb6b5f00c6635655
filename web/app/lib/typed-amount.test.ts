import { MAX_CENTS } from '@atelier/domain/money/rules.ts';
import { describe, expect, it } from 'vitest';
import { parseTypedAmount, typedAmount, typedQuantity } from './typed-amount.ts';

describe('parseTypedAmount', () => {
  it.each([
    ['1,250.50', 125_050],
    ['$1,250.5', 125_050],
    ['1250', 125_000],
    ['  $ 1,250 ', 125_000],
    ['0.1', 10],
    ['.5', 50],
    ['5.', 500],
    ['0', 0],
    ['-0', 0],
    ['-12.50', -1_250],
    ['-$12.50', -1_250],
    ['$-12.50', -1_250],
    ['−3', -300],
    ['€7.05', 705],
    ['1.230', 123],
    ['100,000,000.00', MAX_CENTS],
    // As an unrounded product this one is 8269.999999999999.
    ['82.70', 8_270],
  ])('reads %j', (text, hundredths) => {
    expect(Object.is(parseTypedAmount(text), hundredths)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '.',
    '$',
    '-',
    'a lot',
    '1e9',
    '1,25',
    '1.250,50',
    '1,2505',
    ',500',
    '12,34,567',
    '--1',
    '-$-1',
    '1 250',
    'Infinity',
  ])('takes %j for no number', (text) => {
    expect(parseTypedAmount(text)).toBeNaN();
  });

  it.each(['0.001', '12.345', '1.239999999'])('leaves %j unrounded, for a schema to refuse', (text) => {
    const hundredths = parseTypedAmount(text);
    expect(hundredths).not.toBeNaN();
    expect(Number.isInteger(hundredths)).toBe(false);
  });
});

describe('typedAmount', () => {
  it.each([
    [125_050, '1,250.50'],
    [0, '0.00'],
    [5, '0.05'],
    [-1_250, '-12.50'],
    [100_000, '1,000.00'],
    [MAX_CENTS, '100,000,000.00'],
  ])('writes %j, and reads it back', (hundredths, text) => {
    expect(typedAmount(hundredths)).toBe(text);
    expect(parseTypedAmount(text)).toBe(hundredths);
  });
});

describe('typedQuantity', () => {
  it.each([
    [100, '1'],
    [150, '1.5'],
    [125, '1.25'],
    [1_000, '10'],
    [1_000_000, '10,000'],
    [1, '0.01'],
  ])('writes %j as %j, and reads it back', (hundredths, text) => {
    expect(typedQuantity(hundredths)).toBe(text);
    expect(parseTypedAmount(text)).toBe(hundredths);
  });
});
