#!/usr/bin/env bash
# nodemailer: an address with other letters than ASCII is sent as raw bytes to a server that does not know such addresses.
#
# One would guess: where the server's EHLO does not offer SMTPUTF8, sendMail() rejects, because RFC 6531 (3.2) forbids the address there;
#   or the server refuses it.
# Versions: nodemailer 10.6.0, smtp-server 3.21.6, Node 20 or later.
# Seen: it asks for SMTPUTF8 where that is offered, and sends the same bytes without asking where it is not; the server takes them with
#   250, as a Postfix without SMTPUTF8 does, and sendMail() resolves.
# Why it matters here: the email counts as sent, and the next server on its way returns it, or nobody does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund nodemailer@10.6.0 smtp-server@3.21.6

cat > run.mjs <<'JS'
import nodemailer from 'nodemailer';
import { SMTPServer } from 'smtp-server';

for (const hideSMTPUTF8 of [false, true]) {
  let asked = false;
  let taken = '';
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSMTPUTF8,
    onMailFrom({ args }, _session, done) {
      asked = args.SMTPUTF8 === true;
      done();
    },
    onRcptTo({ address }, _session, done) {
      taken = address;
      done();
    },
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: server.server.address().port });
  const result = await transport
    .sendMail({ from: 'site@example.org', to: 'påskägg@example.com', subject: 'Claim', text: 'A claim' })
    .then(({ response }) => `resolved ${response.slice(0, 3)}`, () => 'rejects');
  console.log(`${hideSMTPUTF8 ? 'not offered' : 'offered'}: ${asked ? 'asked for' : 'not asked for'}, ${result}, taken for ${taken}`);
  server.close();
}
JS

cat > expected.txt <<'TXT'
offered: asked for, resolved 250, taken for påskägg@example.com
not offered: not asked for, resolved 250, taken for påskägg@example.com
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
