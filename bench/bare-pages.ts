import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The smallest server of pages: it finds the response by the path, and makes nothing for a request. */
const answers: { path: string; body: string; headers: Record<string, string> }[] = JSON.parse(
  readFileSync(`${process.env.DATA_DIR}/answers.json`, 'utf8'),
);
const pages = new Map(
  answers.map(({ path, body, headers }) => [
    path,
    { headers: Object.entries(headers).flat(), body: Buffer.from(body, 'base64') },
  ]),
);

createServer((asked, response) => {
  const page = pages.get(asked.url ?? '');
  if (page) response.writeHead(200, page.headers).end(page.body);
  else response.writeHead(404).end();
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('Site:\n'));

// The channel closes with the process that measures.
process.on('disconnect', () => process.exit());
