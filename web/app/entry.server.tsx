import { renderPage } from '../paint-first/render-page.tsx';

export default renderPage;
