/** The headers of a form with files. */
export const multipart = { 'Content-Type': 'multipart/form-data; boundary=here' };

type Part = [field: string, fileName: string, bytes: Buffer];

/** A form with files as a browser posts it without scripts. */
export function multipartOf(...parts: Part[]): Buffer {
  const written = parts.map(([field, name, bytes]) => [
    Buffer.from(`--here\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written.flat(), Buffer.from('--here--\r\n')]);
}
