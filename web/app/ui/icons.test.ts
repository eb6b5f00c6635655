import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicModules } from '../../paint-first/routes.ts';
import routes from '../routes.ts';

const app = join(import.meta.dirname, '..');

describe('public pages', () => {
  it('draw their icons with icons.tsx, without lucide-react and its factory', () => {
    const modules = publicModules(routes, app, ['features/marketing/prose/mdx-components.tsx']);
    expect(modules).toContain(join(app, 'ui/icons.tsx'));
    expect(modules.filter((file) => readFileSync(file, 'utf8').includes("'lucide-react'"))).toEqual([]);
  });
});
