#!/usr/bin/env bash
# nodemailer: an access token that the server refuses with 535 is sent again with every e-mail, until it ends.
#
# One would guess: where the server does not take the token, nodemailer asks `provisionCallback` for another one, with `renew` true.
# Versions: nodemailer 10.6.0, smtp-server 3.21.6, Node 20 or later.
# Seen: it does where the server answers with a challenge (334), as Gmail does. Where the server refuses at once with 535, as Exchange
#   does, the transport keeps the token and sends the next e-mail with it, without asking the callback at all.
# Why it matters here: Microsoft writes what an application may do into the token. A permission that an administrator grants after the
#   first refusal is in the next token alone, so all e-mails would go on failing for up to an hour and a half.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund nodemailer@10.6.0 smtp-server@3.21.6

cat > run.mjs <<'JS'
import nodemailer from 'nodemailer';
import { SMTPServer } from 'smtp-server';

for (const refusal of ['334', '535']) {
  const server = new SMTPServer({
    authMethods: ['XOAUTH2'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ accessToken, username }, _session, done) {
      if (accessToken === 'token-2') return done(null, { user: username });
      if (refusal === '334') return done(null, { data: { status: '401', schemes: 'bearer' } });
      done(Object.assign(new Error('5.7.3 Authentication unsuccessful'), { responseCode: 535 }));
    },
    onData: (stream, _session, done) => stream.on('end', done).resume(),
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const asked = [];
  const provisionCallback = (_user, renew, done) => {
    asked.push(renew ? 'another' : 'one');
    done(null, `token-${asked.length}`, Date.now() + 3_600_000);
  };
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: server.server.address().port,
    auth: { type: 'OAuth2', user: 'site@example.org', provisionCallback },
  });
  const outcomes = [];
  for (let count = 0; count < 3; count += 1) {
    const sent = transport.sendMail({ from: 'site@example.org', to: 'team@example.com', subject: 'Claim', text: 'A claim' });
    outcomes.push(await sent.then(() => 'sent', ({ responseCode }) => responseCode));
  }
  console.log(`refused by ${refusal}: ${outcomes.join(', ')}; asked for ${asked.join(', then ')}`);
  await new Promise((resolve) => server.close(resolve));
}
JS

cat > expected.txt <<'TXT'
refused by 334: sent, sent, sent; asked for one, then another
refused by 535: 535, 535, 535; asked for one
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
