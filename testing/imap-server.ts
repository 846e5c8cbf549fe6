import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** The path of Dovecot on this machine; null where it is not installed. */
export function findDovecot(): string | null {
  const found = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot', '/opt/homebrew/sbin/dovecot'].find((path) => existsSync(path));
  if (!found) console.warn('Dovecot is not installed on this machine (Debian: dovecot-imapd): tests of the mailbox are skipped.');
  return found ?? null;
}

export type ImapServer = Awaited<ReturnType<typeof startImapServer>>;

/**
 * Dovecot on loopback with one mailbox, into which a test delivers e-mails. `introspectionUrl`: where it asks whether an access token is
 * valid (RFC 7662); it then takes these (XOAUTH2), and no password.
 */
export async function startImapServer(program: string, { introspectionUrl = null as string | null } = {}) {
  // Its parts run as other users, who must be able to enter it.
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-imap-'));
  chmodSync(folder, 0o711);
  const port = await freePort();
  const mail = join(folder, 'mail');
  const config = join(folder, 'dovecot.conf');
  // Dovecot reads no mail as root.
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : userInfo();
  for (const name of ['run', 'state', 'mail', 'mail/cur', 'mail/new', 'mail/tmp']) mkdirSync(join(folder, name));
  for (const name of ['', 'cur', 'new', 'tmp']) own(join(mail, name));
  writeFileSync(config, configOf({ folder, mail, port, owner, introspectionUrl }));
  writeFileSync(
    tokenConfigOf(folder),
    `introspection_mode = post\nintrospection_url = ${introspectionUrl}\nusername_attribute = username\n`,
  );
  let server: ChildProcess;
  let count = 0;

  function own(path: string): void {
    chownSync(path, owner.uid, owner.gid);
  }

  async function start(): Promise<void> {
    // All its processes are one group, so that they end together.
    server = spawn(program, ['-F', '-c', config], { stdio: 'ignore', detached: true });
    await until('the mail server to listen', () => listens(port));
  }

  /** Ends all its processes at once, as a power cut does. */
  async function kill(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    process.kill(-(server.pid as number), 'SIGKILL');
    await ended;
    rmSync(join(folder, 'run'), { recursive: true, force: true });
    mkdirSync(join(folder, 'run'));
  }

  await start();
  return {
    url: `imap://claims:secret@127.0.0.1:${port}/INBOX?tls=off`,
    /** Delivers an e-mail, as a mail server does; `bytes`: its size, with NULs at its end. Returns the path of its file. */
    deliver: (raw: Uint8Array, { bytes = raw.length, at = Date.now() } = {}): string => {
      count += 1;
      const name = `${1_800_000_000 + count}.M${count}P${process.pid}.test`;
      const [written, delivered] = [join(mail, 'tmp', name), join(mail, 'new', name)];
      writeFileSync(written, raw);
      truncateSync(written, bytes);
      utimesSync(written, at / 1_000, at / 1_000);
      own(written);
      renameSync(written, delivered);
      return delivered;
    },
    kill,
    start,
    /** Numbers its e-mails anew, as after a restored backup of it: UIDVALIDITY is another. */
    renumber: async (): Promise<void> => {
      const list = join(mail, 'dovecot-uidlist');
      const validity = Number(/\bV(\d+)/.exec(readFileSync(list, 'utf8'))?.[1]);
      await kill();
      for (const name of ['.log', '', '.cache']) rmSync(join(mail, `dovecot.index${name}`), { force: true });
      writeFileSync(list, `3 V${validity + 1} N1\n`);
      own(list);
      await start();
    },
    stop: async (): Promise<void> => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
    folder: mail,
    /** What it has logged. */
    log: () => readFileSync(join(folder, 'log'), 'utf8'),
  };
}

type Place = {
  folder: string;
  mail: string;
  port: number;
  owner: { uid: number; gid: number };
  introspectionUrl: string | null;
};

const tokenConfigOf = (folder: string) => join(folder, 'token.conf');

function configOf({ folder, mail, port, owner, introspectionUrl }: Place): string {
  const { username } = userInfo();
  const users = username === 'root' ? [] : [`default_internal_user = ${username}`, `default_login_user = ${username}`];
  return [
    'protocols = imap',
    'listen = 127.0.0.1',
    `base_dir = ${folder}/run`,
    `state_dir = ${folder}/state`,
    `log_path = ${folder}/log`,
    'ssl = no',
    'disable_plaintext_auth = no',
    'auth_failure_delay = 0',
    `mail_location = maildir:${mail}`,
    'mailbox_list_index = no',
    'first_valid_uid = 1',
    // Where the system tells it of no changes in the folder.
    'mailbox_idle_check_interval = 1 secs',
    ...users,
    introspectionUrl === null
      ? 'passdb {\n driver = static\n args = password=secret\n}'
      : `auth_mechanisms = xoauth2\npassdb {\n driver = oauth2\n mechanisms = xoauth2\n args = ${tokenConfigOf(folder)}\n}`,
    `userdb {\n driver = static\n args = uid=${owner.uid} gid=${owner.gid} home=${folder}\n}`,
    `service imap-login {\n chroot =\n inet_listener imap {\n port = ${port}\n }\n inet_listener imaps {\n port = 0\n }\n}`,
    // No pause after a refused password.
    'service anvil {\n chroot =\n unix_listener anvil-auth-penalty {\n mode = 0\n }\n}',
  ].join('\n');
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      });
  });
}
