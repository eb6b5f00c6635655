import { studio } from '@atelier/content/studio.ts';
import type { MetaDescriptor } from 'react-router';
import { Hero } from './hero.tsx';
import { Packages } from './packages.tsx';
import { Process } from './process.tsx';

export const meta = (): MetaDescriptor[] => [
  { title: `${studio.name} · ${studio.tagline}` },
  { name: 'description', content: studio.description },
];

export default function Home() {
  return (
    <>
      <Hero />
      <Packages />
      <Process />
    </>
  );
}
