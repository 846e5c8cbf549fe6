#!/usr/bin/env bash
# sql.js: a mobile number given as a number is stored as text with ".0" behind it; an office number is not.
#
# One would guess: a whole number that is written into a TEXT column is its digits, "7700900123", as `insert ... values
#   (7700900123)` written out in SQL gives.
# Versions: sql.js 1.17.0 (SQLite in WebAssembly), Node 20 or later.
# Seen: a number that fits 32 bits is bound as an integer and becomes "1632960001"; one beyond that is bound as a floating-point
#   number, which the column turns into "7700900123.0". British office numbers without their nought fit, mobiles do not.
# Why it matters here: numbers that come out of a spreadsheet or JSON without quotes are numbers. A test with an office number
#   passes; the mobile is then found by no search, and the digits that are dialled have a nought too many.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund sql.js@1.17.0

cat > run.mjs <<'JS'
import initSqlJs from 'sql.js';

const { Database } = await initSqlJs();
const database = new Database();
database.run('create table callers (name text, phone text)');
database.run('insert into callers values (?, ?)', ['office', 1632960001]);
database.run('insert into callers values (?, ?)', ['mobile', 7700900123]);
database.run("insert into callers values ('mobile, written in SQL', 7700900123)");
for (const [name, phone] of database.exec('select name, phone from callers')[0].values) {
  console.log(`${name}: ${JSON.stringify(phone)}, digits ${phone.replace(/\D/g, '')}`);
}
JS

cat > expected.txt <<'TXT'
office: "1632960001", digits 1632960001
mobile: "7700900123.0", digits 77009001230
mobile, written in SQL: "7700900123", digits 7700900123
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
