import { hydrate } from '../paint-first/hydrate.tsx';

void hydrate();
