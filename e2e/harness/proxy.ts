import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#testing/free-port.ts';
import { request } from '#testing/http.ts';
import { collect, root } from '#testing/product.ts';
import { makeFolder, removeFolder } from '#testing/test-run.ts';

export type RunningProxy = {
  url: string;
  plainUrl: string;
  /** What it has written of who asked for what, to its log of that and to its own. */
  logged: () => string;
  stop: () => Promise<void>;
};

type Ports = { secure: number; plain: number; upstream: number };

/** The name in the examples of deploy/. */
export const siteDomain = 'www.your-site.example';

const programs = {
  nginx: { places: ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'], prepare: prepareNginx },
  caddy: { places: ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'], prepare: prepareCaddy },
};

/** The proxies of deploy/ that this machine has. */
export const installedProxies = (Object.keys(programs) as (keyof typeof programs)[]).filter((name) => {
  const found = programs[name].places.some((place) => existsSync(place));
  if (!found) console.warn(`${name} is not installed on this machine: its example in deploy/ is not tried.`);
  return found;
});

/** Starts a proxy with its example from deploy/, on ports of its own and with a certificate made for the occasion. */
export async function startProxy(name: keyof typeof programs, upstream: number): Promise<RunningProxy> {
  const folder = await makeFolder();
  const ports = { secure: await freePort(), plain: await freePort(), upstream };
  const program = programs[name].places.find((place) => existsSync(place)) ?? name;
  const { args, env } = programs[name].prepare(folder, ports, program);
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  await waitUntilReady(ports.secure, child, output.text);
  return {
    url: `https://127.0.0.1:${ports.secure}`,
    plainUrl: `http://127.0.0.1:${ports.plain}`,
    logged: () => output.text() + (existsSync(accessLog(folder)) ? readFileSync(accessLog(folder), 'utf8') : ''),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await removeFolder(folder);
    },
  };
}

function accessLog(folder: string): string {
  return join(folder, 'access.log');
}

function prepareNginx(folder: string, { secure, plain, upstream }: Ports, program: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', `/CN=${siteDomain}`, '-days', '1', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...subject], {
    stdio: 'ignore',
  });
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('listen 443', `listen 127.0.0.1:${secure}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
    .replace(/(?<=ssl_certificate )[^;]+/, certificate)
    .replace(/(?<=ssl_certificate_key )[^;]+/, key);
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log ${accessLog(folder)}; ${kept.join(' ')}\n${site} }`,
  );
  const args = ['-e', 'stderr', '-p', folder, '-c', config];
  execFileSync(program, ['-t', ...args], { stdio: 'pipe' });
  return { args, env: {} };
}

function prepareCaddy(folder: string, { secure, plain, upstream }: Ports, program: string) {
  const settings = `{\nadmin off\nlocal_certs\nskip_install_trust\nhttp_port ${plain}\nhttps_port ${secure}\nauto_https disable_redirects\n}\n`;
  const config = join(folder, 'Caddyfile');
  writeFileSync(config, settings + readFileSync(join(root, 'deploy/Caddyfile'), 'utf8'));
  const env = { SITE_DOMAIN: siteDomain, UPSTREAM: `127.0.0.1:${upstream}`, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const args = ['--config', config, '--adapter', 'caddyfile'];
  execFileSync(program, ['validate', ...args], { stdio: 'pipe', env: { PATH: process.env.PATH, HOME: folder, ...env } });
  return { args: ['run', ...args], env };
}

async function waitUntilReady(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 200 && child.exitCode === null; tries += 1) {
    // With TLS: a certificate may still be being made when the port is open already.
    const response = await request(`https://127.0.0.1:${port}/healthz`, { headers: { Host: siteDomain } }).catch(() => null);
    if (response) return;
    await pause(50);
  }
  throw new Error(`The proxy does not answer:\n${output()}`);
}
