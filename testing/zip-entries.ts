/** Reads the entries of a ZIP that are not compressed, by its central directory, as programs do. */
export function entriesOf(zip: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>();
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [size, nameLength, extra, comment] = [24, 28, 30, 32].map((offset) =>
      offset === 24 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error(`${name} is compressed.`);
    entries.set(name, zip.subarray(start, start + size));
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}
