import type { FactorRow } from './factors.repository.ts';

/** A second factor as clients see it: never its secret. */
export interface PresentedFactor {
  id: string;
  friendly_name?: string;
  factor_type: FactorRow['factor_type'];
  status: FactorRow['status'];
  created_at: string;
  updated_at: string;
  last_challenged_at?: string;
}

export function presentFactor(row: FactorRow): PresentedFactor {
  return {
    id: row.id,
    ...(row.friendly_name === null ? {} : { friendly_name: row.friendly_name }),
    factor_type: row.factor_type,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(row.last_challenged_at === null ? {} : { last_challenged_at: row.last_challenged_at }),
  };
}
