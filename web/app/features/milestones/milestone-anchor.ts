/** The id of a milestone's place in its tab: links lead to it by `#…`. */
export const milestoneAnchor = (milestoneId: string) => `milestone-${milestoneId}`;
