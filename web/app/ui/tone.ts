/** What a colour says. `accent` is for what is current or ours, never for a fault. */
export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger';

/** Soft ground and its text. */
export const softTone: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-on-neutral-soft',
  accent: 'bg-accent-soft text-on-accent-soft',
  info: 'bg-info-soft text-on-info-soft',
  success: 'bg-success-soft text-on-success-soft',
  warning: 'bg-warning-soft text-on-warning-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
};

/** A mark strong enough to stand alone: a dot, a bar, an edge. */
export const markTone: Record<Tone, string> = {
  neutral: 'bg-edge',
  accent: 'bg-accent',
  info: 'bg-info',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
};
