import { hydrate } from '../paint-first/hydrate.tsx';

hydrate();
