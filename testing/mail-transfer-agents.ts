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

/** How one of them behaves: after how many seconds it answers the end of an e-mail, and whether it has SMTPUTF8, where it can have it. */
type Manner = { answersAfter?: number; hasUtf8?: boolean };

/**
 * A mail server of others, which hands on to one at `to` what is for a domain of `ours`, and gives up within seconds. Of the team's it does not
 * know `gone@`, defers `later@`, and ends the connection at `busy@`. It does not take a greeting that is no name.
 */
export type Agent = {
  name: string;
  /** Its Debian package. */
  package: string;
  path: string;
  /** Starts it in a folder of its own on a port, until the end of the test. */
  start: (place: Required<Manner> & { folder: string; port: number; to: number }) => Promise<void>;
};

const host = 'mx.firm.example';

const ours = ['kerbside.example', 'claimant.example'];

const later = 'later@kerbside.example';
const busy = 'busy@kerbside.example';

export const agents: Agent[] = [
  {
    name: 'Postfix',
    package: 'postfix',
    path: '/usr/sbin/postfix',
    start: async ({ folder, port, to, answersAfter, hasUtf8 }) => {
      for (const name of ['spool', 'data']) mkdirSync(join(folder, name));
      await run('chown', ['postfix', join(folder, 'data')]);
      const settings = {
        compatibility_level: '3.6',
        queue_directory: join(folder, 'spool'),
        data_directory: join(folder, 'data'),
        myhostname: host,
        mydestination: '',
        mynetworks: '127.0.0.0/8',
        relay_domains: ours.join(),
        relay_recipient_maps: 'regexp:{{!/^gone@kerbside/ ok}}',
        smtpd_relay_restrictions: 'reject_unauth_destination',
        smtpd_recipient_restrictions: `check_recipient_access inline:{{${later} = 450 4.2.1 Mailbox busy},{${busy} = 421 4.3.2 Too much}}`,
        smtpd_helo_restrictions: 'check_helo_access regexp:{{/^\\[/ 421 4.7.0 Try again later}}',
        smtpd_sender_restrictions: 'check_sender_access inline:{{boss@elsewhere.example = 553 5.7.1 Not owned by user}}',
        smtpd_end_of_data_restrictions: answersAfter > 0 ? `sleep ${answersAfter}` : '',
        smtputf8_enable: hasUtf8 ? 'yes' : 'no',
        inet_interfaces: '127.0.0.1',
        inet_protocols: 'ipv4',
        relayhost: `[127.0.0.1]:${to}`,
        fast_flush_domains: '',
        // It counts from the beginning of an email, before its end is answered.
        maximal_queue_lifetime: `${2 + 5 * answersAfter}s`,
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
    start: async ({ folder, port, to, answersAfter, hasUtf8 }) => {
      await run('chown', ['Debian-exim:Debian-exim', folder]);
      const lines = [
        `primary_hostname = ${host}`,
        `spool_directory = ${folder}`,
        `log_file_path = ${folder}/%slog`,
        `daemon_smtp_ports = ${port}`,
        'local_interfaces = 127.0.0.1',
        'tls_advertise_hosts =',
        `smtputf8_advertise_hosts = ${hasUtf8 ? '*' : ''}`,
        'acl_smtp_helo = helo',
        'acl_smtp_rcpt = rcpt',
        'acl_smtp_data = data',
        'begin acl',
        `helo:\n  accept condition = \${if match{$sender_helo_name}{^[a-z]}}\n  defer message = 421 4.7.0 Try again later`,
        `rcpt:\n  drop recipients = ${busy}\n  deny message = relay not permitted\n    !domains = ${ours.join(' : ')}`,
        '  require verify = sender\n  require verify = recipient\n  accept',
        `data:\n  accept delay = ${answersAfter}s`,
        'begin routers',
        `gone:\n  driver = redirect\n  local_parts = gone\n  domains = kerbside.example\n  allow_fail\n  data = :fail: Unknown user`,
        `later:\n  driver = redirect\n  local_parts = later\n  domains = kerbside.example\n  allow_defer\n  data = :defer: Mailbox busy`,
        `stranger:\n  driver = redirect\n  domains = elsewhere.example\n  allow_fail\n  data = :fail: Not ours`,
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
    start: async ({ folder, port, to, answersAfter }) => {
      const slow = join(folder, 'slow.sh');
      writeFileSync(slow, filterThatSleeps(answersAfter), { mode: 0o755 });
      const lines = [
        `queue ttl ${3 + 5 * answersAfter}s`,
        `table later { "${later}" }\ntable busy { "${busy}" }\ntable greeting { "^[[]" }`,
        'filter "later" phase rcpt-to match rcpt-to <later> reject "450 4.2.1 Mailbox busy"',
        'filter "busy" phase rcpt-to match rcpt-to <busy> disconnect "421 4.3.2 Too much"',
        'filter "greeting" phase ehlo match helo regex <greeting> disconnect "421 4.7.0 Try again later"',
        `filter "slow" proc-exec "${slow}"`,
        `filter "all" chain { later, busy, greeting${answersAfter > 0 ? ', slow' : ''} }`,
        `listen on 127.0.0.1 port ${port} hostname ${host} filter "all"`,
        `action "relay" relay host smtp://127.0.0.1:${to}`,
        'match from any for rcpt-to "gone@kerbside.example" reject',
        `match from any for domain { ${ours.join(', ')} } action "relay"`,
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
  console.warn(`${name} is not installed on this machine, or this is not root (Debian: ${debian}): it is not tried.`);
  return false;
}

/** The name with which they are greeted. */
export const heloName = 'www.kerbside.example';

/** Starts it; returns the URL by which it is sent to. `to`: the port of the mail server to which it hands on. */
export async function startAgent(agent: Agent, to: number, manner: Manner = {}): Promise<string> {
  const [folder, port] = [temporaryFolder(), await freePort()];
  // Its own users have to pass.
  await run('chmod', ['755', folder]);
  await agent.start({ folder, port, to, answersAfter: 0, hasUtf8: true, ...manner });
  await until(`${agent.name} to listen`, () => isListening(port));
  return `smtp://127.0.0.1:${port}?tls=unchecked`;
}

/** A filter of OpenSMTPD that sleeps before it lets an e-mail pass. */
function filterThatSleeps(seconds: number): string {
  return `#!/bin/sh
while IFS='|' read -r stream version time side phase session token rest; do
  case "$stream|$version" in
    'config|ready') echo 'register|filter|smtp-in|commit'; echo 'register|ready' ;;
    filter*) sleep ${seconds}; echo "filter-result|$session|$token|proceed" ;;
  esac
done
`;
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
