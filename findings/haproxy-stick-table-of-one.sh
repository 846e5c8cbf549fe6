#!/usr/bin/env bash
# HAProxy: with `stick-table … size 1 nopurge` connections go back to the first server when it returns; with size 2 they stay with the second.
#
# One would guess: a table for one constant key needs room for one entry, and `stick on` writes the server that was used last into it.
# Versions: HAProxy 2.6.12 (Debian 12), Node 20 or later.
# Seen: while a is down, b answers, but the entry keeps a: to write another server HAProxy makes a second entry first, for which a full table that may not be
#   purged has no room. No error and no warning. With size 2 the entry follows.
# Why it matters here: it keeps connections away from an earlier primary that comes back. With one entry claims are written to it, and lost.
set -euo pipefail
command -v haproxy > /dev/null || PATH=$PATH:/usr/sbin
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > run.mjs <<'JS'
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

async function start(name, port = 0) {
  const server = createServer((socket) => socket.on('error', () => {}).end(name)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server) => server.address().port;

async function answer(port) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (part) => (text += part)).on('error', () => {});
  await once(socket, 'close');
  return text || 'nobody';
}

for (const table of ['size 1 nopurge', 'size 2']) {
  let a = await start('a');
  const b = await start('b');
  const free = await start('');
  const port = portOf(free);
  free.close();
  writeFileSync('haproxy.cfg', `listen two
    bind 127.0.0.1:${port}
    mode tcp
    timeout connect 1s
    timeout client 5s
    timeout server 5s
    stick-table type integer ${table}
    stick on int(1)
    default-server check inter 200ms fall 1 rise 1
    server a 127.0.0.1:${portOf(a)}
    server b 127.0.0.1:${portOf(b)} backup
`);
  const haproxy = spawn('haproxy', ['-db', '-f', 'haproxy.cfg'], { stdio: 'ignore' });
  await pause(1_500);
  const seen = [await answer(port)];
  const portOfA = portOf(a);
  a.close();
  await pause(1_500);
  seen.push(await answer(port));
  a = await start('a', portOfA);
  await pause(1_500);
  seen.push(await answer(port));
  console.log(`${table}: ${seen.join(', then ')}`);
  haproxy.kill();
  a.close();
  b.close();
}
JS

cat > expected.txt <<'TXT'
size 1 nopurge: a, then b, then a
size 2: a, then b, then b
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
