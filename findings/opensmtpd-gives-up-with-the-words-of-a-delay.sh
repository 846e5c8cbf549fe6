#!/usr/bin/env bash
# OpenSMTPD: the last report about an e-mail that it gives up says "delayed", and that there is no need to send it again.
#
# One would guess: when the time in its queue is over, the sender gets a report with "Action: failed" (RFC 3464), as of an
#   address that does not exist.
# Versions: OpenSMTPD 6.8.0p2 (Debian 12), with a queue of three seconds instead of four days.
# Seen: "Action: delayed", "Status: 4.4.7", the words "Envelope expired", and below them "You DO NOT NEED to re-send the message".
#   Nothing follows, and the queue is empty.
# Why it matters here: who waits for "failed" shows an e-mail as sent that nobody will ever get.
#
# Needs Debian 12, root and python3: it runs in a mount namespace of its own, with users of its own, and leaves nothing behind.
set -euo pipefail
if [ "${1:-}" != inside ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  (cd "$folder" && apt-get download opensmtpd=6.8.0p2* > /dev/null 2>&1 && dpkg -x opensmtpd_*.deb .)
  chmod 755 "$folder"
  unshare --mount bash "$0" inside "$folder"
  exit
fi

cd "$2"
for name in passwd group; do cp "/etc/$name" "$name"; done
for user in opensmtpd:9901 opensmtpq:9902; do
  echo "${user%:*}:x:${user#*:}:${user#*:}::/nonexistent:/usr/sbin/nologin" >> passwd
  echo "${user%:*}:x:${user#*:}:" >> group
done
for name in passwd group; do mount --bind "$name" "/etc/$name"; done
mount -t tmpfs none /var/spool
mount -t tmpfs none /var/lib
mkdir -m 711 -p /var/spool/smtpd /var/lib/opensmtpd/empty
printf '%s\n' 'queue ttl 3s' 'listen on 127.0.0.1 port 26425 hostname mx.firm.example' \
  'action "relay" relay host smtp://127.0.0.1:26426' 'match from any for any action "relay"' > smtpd.conf
chmod 600 smtpd.conf

cat > server.py <<'PY'
import socketserver


class Smtp(socketserver.StreamRequestHandler):
    """Has no room for the claimant, and keeps what comes for the website."""

    def handle(self):
        self.wfile.write(b'220 mx.claimant.example ESMTP\r\n')
        for line in self.rfile:
            if line.upper().startswith(b'RCPT TO:<CLAIMANT'):
                self.wfile.write(b'452 4.2.2 Mailbox full\r\n')
            elif line.upper().startswith(b'DATA'):
                self.wfile.write(b'354 Go on\r\n')
                with open('report.eml', 'wb') as kept:
                    while (line := self.rfile.readline()) != b'.\r\n':
                        kept.write(line.replace(b'\r\n', b'\n'))
                self.wfile.write(b'250 OK\r\n')
            else:
                self.wfile.write(b'250 OK\r\n')


socketserver.ThreadingTCPServer.allow_reuse_address = True
socketserver.ThreadingTCPServer(('127.0.0.1', 26426), Smtp).serve_forever()
PY
python3 server.py & server=$!
usr/sbin/smtpd -d -f "$PWD/smtpd.conf" > smtpd.log 2>&1 & smtpd=$!
trap 'kill $smtpd $server 2> /dev/null' EXIT
sleep 2
python3 -c "
import smtplib
smtplib.SMTP('127.0.0.1', 26425).sendmail('website@firm.example', ['claimant@claimant.example'], 'Message-ID: <1@firm.example>\r\n\r\nHello')"
for _ in $(seq 40); do [ -s report.eml ] && break; sleep 1; done
sleep 1

cat > expected.txt <<'TXT'
claimant@claimant.example: Envelope expired
    You DO NOT NEED to re-send the message to these recipients.
Action: delayed
Status: 4.4.7
0 in the queue
TXT
{ grep -E '^(Action|Status): |Envelope expired|DO NOT NEED' report.eml; echo "$(find /var/spool/smtpd/queue -type f -name '*????????????????' | wc -l) in the queue"; } | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
