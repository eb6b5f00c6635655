/** The ground of the site as a browser paints what is around it; `tools/content` compares it with ui/styles/tokens.css. */
export const browserColors = { light: '#f7f2e8', dark: '#16120f' } as const;
