import './app.css';
import { Outlet } from 'react-router';
import { Document } from './app/document/document.tsx';

export { Document as Layout };

export default function Root() {
  return <Outlet />;
}
