import type { Field } from './form.ts';

/** The first cars that still take part in traffic. */
const oldestYear = 1885;

/** A remark on an unlikely answer, or null. The specification sets no bounds, so this never refuses anything. */
export function secondLookAt(field: Field, value: string, now: Date): string | null {
  if (value === '') return null;
  if (field.type === 'date') {
    const today = now.toISOString().slice(0, 10);
    if (value > today) return 'That date is in the future. Please check it; if it is right, go on.';
    return value < `${now.getFullYear() - 6}` ? 'That is more than six years ago. Please check it; if it is right, go on.' : null;
  }
  if (field.name !== 'vehicleYear') return null;
  const year = Number(value);
  const likely = Number.isInteger(year) && year >= oldestYear && year <= now.getFullYear() + 1;
  return likely ? null : 'That is an unusual year for a vehicle. Please check it; if it is right, go on.';
}
