import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBareTexts } from './bare-text.ts';

/** What is found in a tree of one screen. */
function faultsOf(source: string, path = 'web/app/ui/screen.tsx'): string[] {
  const root = mkdtempSync(join(tmpdir(), 'atelier-bare-text-'));
  try {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
    return findBareTexts(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('bare text beside something conditional', () => {
  it('finds none in the product', () => {
    expect(findBareTexts(join(import.meta.dirname, '..'))).toEqual([]);
  });

  it.each([
    ['text after a conditional element', 'const a = <button>{isBusy && <Spinner />}Send</button>;'],
    ['a name after a conditional element', 'const a = <button>{isBusy && <Spinner />}{label}</button>;'],
    ['text that comes and goes', "const a = <p>Saved{isOld && ' before'}</p>;"],
    ['text in place of an element', "const a = <p><b />{due ? <time /> : 'No date'}</p>;"],
    ['text after a list', 'const a = <p>{names.map((name) => <b key={name} />)} and more</p>;'],
    ['text after an element that changes its key', 'const a = <p><b key={id} />text</p>;'],
    [
      'a fragment with text in place of another',
      'const a = <p>{isOld ? <>Old <b /></> : <>New <b /></>}</p>;',
    ],
    ['text in a fragment after a condition', 'const a = <p><>{isOld && <b />}text</></p>;'],
    ['a conditional element by its name', 'const icon = isOld && <b />; const a = <p>{icon}text</p>;'],
    [
      'a slot in an element that holds words',
      '({ children }: { children: ReactNode }) => <p>{isOld && <b />}{children}</p>;',
    ],
    [
      'text after a component that may show nothing',
      'function Mark() { return isOld && <b />; } const a = <p><Mark />text</p>;',
    ],
    [
      'text after one that begins with such a component',
      'const Mark = () => null ?? <b />; const Twice = () => <Mark />; const a = <p><Twice />text</p>;',
    ],
  ])('reports %s', (_what, source) => {
    expect(faultsOf(source)).toEqual([expect.stringContaining('web/app/ui/screen.tsx:1: ')]);
  });

  it('reports a component that returns text once and an element otherwise', () => {
    const source = "function Words() { if (isOld) return 'Old'; return <b />; }";
    expect(faultsOf(source)).toEqual(['web/app/ui/screen.tsx: <Words />']);
  });

  it.each([
    ['an element of its own', 'const a = <button>{isBusy && <Spinner />}<span>Send</span></button>;'],
    ['one text or another', "const a = <p><b />{isOld ? 'Old' : 'New'}</p>;"],
    ['all that an element contains', "const a = <p>{isOld && 'Old'}</p>;"],
    ['text before the condition', 'const a = <p>Saved{isOld && <b />}</p>;'],
    ['text behind an element that stays', 'const a = <p>{isOld && <b />}<i />text</p>;'],
    ['a space', "const a = <p>{isOld && <b />}{' '}<i /></p>;"],
    [
      'a slot beside blocks',
      '({ children }: { children: ReactNode }) => <div>{isOld && <b />}{children}</div>;',
    ],
  ])('accepts %s', (_what, source) => {
    expect(faultsOf(source)).toEqual([]);
  });

  it('reads screens alone', () => {
    const source = 'const a = <button>{isBusy && <Spinner />}Send</button>;';
    expect(faultsOf(source, 'web/app/ui/screen.test.tsx')).toEqual([]);
    expect(faultsOf(source, 'web/test/screen.tsx')).toEqual([]);
  });
});
