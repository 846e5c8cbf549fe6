#!/usr/bin/env bash
# yaml: changing the opening hours in a file rewrites the telephone numbers on the other lines.
#
# One would guess: parseDocument() keeps comments, blank lines and the spelling of every value, so that set() and toString()
#   change the one line that was set.
# Versions: yaml 2.9.1, Node 20 or later.
# Seen: +447700900123 loses its plus, 01632960001 its first nought, and the reference 12E5 becomes 1.2e+6, on lines that
#   nobody touched. Comments and "12.50" stay. With { schema: 'failsafe' } every other line comes back as it was.
# Why it matters here: an owner's telephone number is in such a file. A tool that saves one setting would publish a number that
#   nobody can ring, and the difference is in a line that the owner has no reason to look at.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund yaml@2.9.1

cat > run.mjs <<'JS'
import { parseDocument } from 'yaml';

const source = `# who answers
mobile: +447700900123
office: 01632960001
reference: 12E5
fee: 12.50
opens: 09:30
`;
for (const schema of ['core', 'failsafe']) {
  const document = parseDocument(source, { schema });
  document.set('opens', '10:00');
  console.log(`${schema}:`);
  console.log(document.toString().trimEnd());
}
JS

cat > expected.txt <<'TXT'
core:
# who answers
mobile: 447700900123
office: 1632960001
reference: 1.2e+6
fee: 12.50
opens: 10:00
failsafe:
# who answers
mobile: +447700900123
office: 01632960001
reference: 12E5
fee: 12.50
opens: 10:00
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
