import { metaOf } from '../../lib/page-meta.ts';
import { StructuredData } from '../../ui/structured-data.tsx';
import { studioData } from './found/structured.ts';
import { Hero } from './hero.tsx';
import { Packages } from './packages.tsx';
import { Process } from './process.tsx';

export const meta = () => metaOf('home');

export default function Home() {
  return (
    <>
      <Hero />
      <Packages />
      <Process />
      <StructuredData data={import.meta.env.SSR ? studioData() : undefined} />
    </>
  );
}
