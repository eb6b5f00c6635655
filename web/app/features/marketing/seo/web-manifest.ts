import { studio } from '@atelier/content/studio.ts';
import { browserColors } from '../../../lib/browser-colors.ts';

/** What a device shows when the site is kept on its home screen. */
export function webManifest(): string {
  const icon = (size: number, purpose: string, name = `icon-${size}`) => ({
    src: `/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    name: studio.name,
    short_name: studio.name,
    description: studio.description,
    id: '/',
    start_url: '/',
    display: 'browser',
    background_color: browserColors.light,
    theme_color: browserColors.light,
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable', 'icon-maskable')],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
