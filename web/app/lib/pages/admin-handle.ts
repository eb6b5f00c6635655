/** What an admin screen's route says about itself in its `handle`. */
export interface AdminHandle {
  /** Takes the whole width beside the sidebar (projects and portal, specification section 2). */
  isFullWidth?: boolean;
}
