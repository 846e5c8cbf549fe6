#!/usr/bin/env bash
# nodemailer: an e-mail that one of two recipients did not get is a success.
#
# One would guess: sendMail() rejects when the server refuses a recipient, at least with 450, which asks for another attempt.
# Versions: nodemailer 10.6.0, smtp-server 3.21.6, Node 20 or later.
# Seen: with one of two refused, by 550 or by 450, it resolves with the server's "250"; only `rejected` names the other. It rejects
#   where all are refused, so that the same address alone is an error.
# Why it matters here: a claim goes to all addresses of the team. The one that is refused would miss every claim, or that one hour
#   after which its server takes e-mails again, and each would stand as sent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund nodemailer@10.6.0 smtp-server@3.21.6

cat > run.mjs <<'JS'
import nodemailer from 'nodemailer';
import { SMTPServer } from 'smtp-server';

let taken = [];
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo({ address }, _session, done) {
    const responseCode = { 'left@example.com': 550, 'full@example.com': 450 }[address];
    done(responseCode && Object.assign(new Error('Refused'), { responseCode }));
  },
  onData(stream, session, done) {
    taken = session.envelope.rcptTo.map(({ address }) => address);
    stream.on('end', done).resume();
  },
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const transport = nodemailer.createTransport({ host: '127.0.0.1', port: server.server.address().port });

for (const to of [
  'team@example.com, second@example.com',
  'team@example.com, left@example.com',
  'team@example.com, full@example.com',
  'left@example.com',
  'full@example.com',
]) {
  try {
    const { response, rejected } = await transport.sendMail({ from: 'site@example.org', to, subject: 'Claim', text: 'A claim' });
    const refused = rejected.join(' ') || 'none';
    console.log(`${to}: resolved ${response.slice(0, 3)}, taken for ${taken.join(' ')}, rejected: ${refused}`);
  } catch {
    console.log(`${to}: rejects`);
  }
}
server.close();
JS

cat > expected.txt <<'TXT'
team@example.com, second@example.com: resolved 250, taken for team@example.com second@example.com, rejected: none
team@example.com, left@example.com: resolved 250, taken for team@example.com, rejected: left@example.com
team@example.com, full@example.com: resolved 250, taken for team@example.com, rejected: full@example.com
left@example.com: rejects
full@example.com: rejects
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
