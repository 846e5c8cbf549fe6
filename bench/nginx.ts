import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '#testing/free-port.ts';
import { collect } from '#testing/product.ts';
import { until, waitLimitMs } from '#testing/until.ts';

/** Where it is installed, if it is. */
export const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((path) => existsSync(path));

export type SameBytes = { path: string; body: Uint8Array; headers: Record<string, string> };

type Nginx = { port: number; process: ChildProcess };

/** Headers that nginx sends itself. */
const itsOwn = ['content-length', 'content-type', 'etag', 'last-modified'];

/** Starts an nginx with one process that serves these responses from files, byte for byte; null where none is installed. */
export async function startNginx(folder: string, answers: SameBytes[]): Promise<Nginx | null> {
  for (const { path, body } of answers) {
    const file = join(folder, 'www', path, 'page.html');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
  const places = answers.map(({ path, headers }) => {
    const added = Object.entries(headers)
      .filter(([name]) => !itsOwn.includes(name))
      .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`);
    return `location = ${path} { try_files ${join(path, 'page.html')} =404; ${added.join(' ')} }`;
  });
  const types = 'types { } default_type "text/html; charset=utf-8"; open_file_cache max=1000;';
  return start(folder, '', `${types} root ${folder}/www; ${places.join('\n')}`);
}

/** Starts the same nginx with an exported site. */
export async function startNginxWithExport(folder: string, site: string): Promise<Nginx | null> {
  const passed = 'location @kerbside { return 502; }';
  return start(folder, `include ${site}/current/nginx-http.conf;`, `include ${site}/current/nginx-server.conf; ${passed}`);
}

async function start(folder: string, http: string, server: string): Promise<Nginx | null> {
  if (!nginx) return null;
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr crit;
     events { worker_connections 512; }
     http {
       access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; server_tokens off; ${http}
       client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
       uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
       server { listen 127.0.0.1:${port}; ${server} }
     }`,
  );
  const child = spawn(nginx, ['-e', 'stderr', '-c', config, '-p', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill());
  const output = collect(child);
  await until('nginx to respond', () => {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${output.text()}`);
    return isListening(port);
  });
  return { port, process: child };
}

function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(waitLimitMs) }).then(
    () => true,
    () => false,
  );
}
