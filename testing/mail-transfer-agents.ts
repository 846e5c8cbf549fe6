import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

const run = promisify(execFile);

/** A mail server of others, which hands on to one at `to` whatever it gets, and gives up within seconds. */
export type Agent = {
  name: string;
  /** Its Debian package. */
  package: string;
  path: string;
  /** Starts it in a folder of its own on a port, until the end of the test. */
  start: (place: { folder: string; port: number; to: number }) => Promise<void>;
};

const host = 'mx.firm.example';

export const agents: Agent[] = [
  {
    name: 'Postfix',
    package: 'postfix',
    path: '/usr/sbin/postfix',
    start: async ({ folder, port, to }) => {
      for (const name of ['spool', 'data']) mkdirSync(join(folder, name));
      await run('chown', ['postfix', join(folder, 'data')]);
      const settings = {
        compatibility_level: '3.6',
        queue_directory: join(folder, 'spool'),
        data_directory: join(folder, 'data'),
        myhostname: host,
        mydestination: '',
        mynetworks: '127.0.0.0/8',
        inet_interfaces: '127.0.0.1',
        inet_protocols: 'ipv4',
        relayhost: `[127.0.0.1]:${to}`,
        fast_flush_domains: '',
        maximal_queue_lifetime: '2s',
        bounce_queue_lifetime: '2s',
        minimal_backoff_time: '1s',
        maximal_backoff_time: '1s',
        queue_run_delay: '1s',
      };
      const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
      writeFileSync(join(folder, 'main.cf'), lines.join(''));
      const [own, once] = ['unix - - n - -', 'unix - - n - 0'];
      const services = [
        `127.0.0.1:${port} inet n - n - - smtpd`,
        'pickup unix n - n 60 1 pickup',
        'cleanup unix n - n - 0 cleanup',
        'qmgr unix n - n 1 1 qmgr',
        `rewrite ${own} trivial-rewrite`,
        ...['bounce', 'defer', 'trace'].map((name) => `${name} ${once} bounce`),
        ...['smtp', 'relay'].map((name) => `${name} ${own} smtp`),
        ...['error', 'retry'].map((name) => `${name} ${own} error`),
        ...['proxymap', 'anvil', 'scache', 'tlsmgr'].map((name) => `${name} ${own} ${name}`),
      ];
      writeFileSync(join(folder, 'master.cf'), services.map((line) => `${line}\n`).join(''));
      onTestFinished(async () => void (await run('/usr/sbin/postfix', ['-c', folder, 'stop']).catch(() => {})));
      await run('/usr/sbin/postfix', ['-c', folder, 'start']);
    },
  },
  {
    name: 'Exim',
    package: 'exim4-daemon-light',
    path: '/usr/sbin/exim4',
    start: async ({ folder, port, to }) => {
      await run('chown', ['Debian-exim:Debian-exim', folder]);
      const lines = [
        `primary_hostname = ${host}`,
        `spool_directory = ${folder}`,
        `log_file_path = ${folder}/%slog`,
        `daemon_smtp_ports = ${port}`,
        'local_interfaces = 127.0.0.1',
        'tls_advertise_hosts =',
        'acl_smtp_rcpt = accept_all',
        'acl_smtp_data = accept_all',
        'begin acl',
        'accept_all:\n  accept',
        'begin routers',
        'all:\n  driver = manualroute\n  route_list = * 127.0.0.1\n  self = send\n  transport = smtp',
        'begin transports',
        `smtp:\n  driver = smtp\n  port = ${to}`,
        'begin retry',
        '* * F,2s,1s',
      ];
      const path = join(folder, 'exim.conf');
      writeFileSync(path, `${lines.join('\n')}\n`);
      startHere('/usr/sbin/exim4', ['-C', path, '-bdf', '-q1s']);
    },
  },
  {
    name: 'OpenSMTPD',
    package: 'opensmtpd',
    path: '/usr/sbin/smtpd',
    start: async ({ folder, port, to }) => {
      const lines = [
        'queue ttl 3s',
        `listen on 127.0.0.1 port ${port} hostname ${host}`,
        `action "relay" relay host smtp://127.0.0.1:${to}`,
        'match from any for any action "relay"',
      ];
      const path = join(folder, 'smtpd.conf');
      writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
      startHere('/usr/sbin/smtpd', ['-d', '-f', path]);
    },
  },
];

/** Whether it can be run here: they change to users of their own, which only root can. */
export function canRun({ name, path, package: debian }: Agent): boolean {
  if (existsSync(path) && userInfo().uid === 0) return true;
  console.warn(`${name} is not installed on this machine, or this is not root (Debian: ${debian}): its reports are not tried.`);
  return false;
}

/** Starts it; returns its port. `to`: the port of the mail server to which it hands on. */
export async function startAgent(agent: Agent, to: number): Promise<number> {
  const [folder, port] = [temporaryFolder(), await freePort()];
  // Its own users have to pass.
  await run('chmod', ['755', folder]);
  await agent.start({ folder, port, to });
  await until(`${agent.name} to listen`, () => isListening(port));
  return port;
}

function startHere(program: string, args: string[]): void {
  const child = spawn(program, args, { stdio: 'ignore' });
  onTestFinished(() => void child.kill());
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });
}
