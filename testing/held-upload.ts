import { request as open } from 'node:http';

type Answer = { status: number; text: string };

/** One request, whose bytes are sent when they are asked for, of `announced`: `send` without an end sends the rest. `url`: null where it was refused. */
export async function beginUpload(url: string, headers: Record<string, string>, bytes: Buffer, announced = bytes.length) {
  const tus = { ...headers, 'Tus-Resumable': '1.0.0' };
  const created = await fetch(`${url}/your-claim/files`, {
    method: 'POST',
    headers: { ...tus, 'Upload-Length': String(announced) },
  });
  const location = created.headers.get('location');
  if (location === null) {
    const refusal: Answer = { status: created.status, text: await created.text() };
    return { answer: Promise.resolve<Answer | null>(refusal), send: () => false, stop: () => {}, url: null };
  }
  const path = `${url}${location}`;
  const type = { 'Content-Type': 'application/offset+octet-stream', 'Content-Length': announced, 'Upload-Offset': '0' };
  const { promise: answer, resolve } = Promise.withResolvers<Answer | null>();
  const sent = open(path, { method: 'PATCH', agent: false, headers: { ...tus, ...type } }, async (response) => {
    const parts = await response.toArray();
    resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
  });
  sent.on('error', () => resolve(null));
  return {
    answer,
    send: (start: number, end?: number) =>
      end === undefined ? sent.end(bytes.subarray(start)) : sent.write(bytes.subarray(start, end)),
    stop: () => void sent.destroy(),
    url: path,
  };
}
