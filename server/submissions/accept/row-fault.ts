/**
 * Whether a failed write was the fault of a row in it, so that the other rows can still be stored one by one.
 * Everything else (no connection, disk full, locked) will not be better for one row than for a hundred.
 */
export function isRowFault(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return error instanceof TypeError || error instanceof RangeError;
  // SQLite by name; PostgreSQL by class: data (22), constraint (23), rollback for another's sake (40), too complex (54).
  return /^SQLITE_(CONSTRAINT|TOOBIG|MISMATCH|RANGE)/.test(code) || /^(22|23|40|54)...$/.test(code);
}

/** Whether a submission could not be stored because its reference belongs to another one already. */
export function isReferenceTaken(error: unknown): boolean {
  const { code, message, constraint } = (error ?? {}) as { code?: unknown; message?: string; constraint?: string };
  return code === 'SQLITE_CONSTRAINT_UNIQUE'
    ? message?.endsWith('form_submissions.reference') === true
    : code === '23505' && constraint === 'form_submissions_reference_key';
}
