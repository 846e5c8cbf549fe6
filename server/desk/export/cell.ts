/** Begins as what a spreadsheet takes for a formula, also behind spaces and in full width. */
const formula = /^[\s\p{Z}\p{Cf}]*[=+\-@]|^[\t\r]/u;

/** A cell of RFC 4180 that a spreadsheet shows as text and never runs. */
export function csvCell(value: string): string {
  const safe = formula.test(value.normalize('NFKC')) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
