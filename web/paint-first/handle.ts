/**
 * How a prerendered page comes alive. Each public route exports one as `handle`, or a layout around
 * it does; the build fails for a page without one.
 */
export interface PublicPageHandle {
  /**
   * - `after-load`: right after the page has loaded. It has something to find out.
   * - `on-touch`: at the first sign of a person, or when the browser has been idle for a while. Until
   *   then the page does nothing that HTML doesn't do by itself.
   * - `on-touch-if-fresh`: the same, unless the page may have more to show than its HTML: its address
   *   has a query or an anchor, or the visitor reloads or comes back.
   *
   * A visitor marked `<html data-known>` never waits for a touch.
   */
  comesAlive: 'after-load' | 'on-touch' | 'on-touch-if-fresh';
  /** A key of the tab's storage under which the page keeps what it shows again; it isn't fresh then. */
  restores?: string;
}
