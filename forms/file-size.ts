const kilobyte = 1024;

export const megabyte = 1024 * kilobyte;

/** A size as a file manager shows it, such as "0 KB", "340 KB", "2.4 MB" or "1.5 GB". */
export function fileSize(bytes: number): string {
  if (bytes < 1_000 * kilobyte) return `${Math.round(bytes / kilobyte) || Math.sign(bytes)} KB`;
  const gigabytes = bytes / (1024 * megabyte);
  if (gigabytes >= 1) return `${Number(gigabytes.toFixed(1))} GB`;
  return `${(bytes / megabyte).toFixed(bytes < 10 * megabyte ? 1 : 0)} MB`;
}
