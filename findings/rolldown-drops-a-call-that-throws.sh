#!/usr/bin/env bash
# Rolldown: a decodeURIComponent whose result nobody uses is taken out, although it throws.
#
# One would guess: try { decodeURIComponent(path); return true } catch { return false } says after the build what it says before it, as it
#   does with new URL, JSON.parse and BigInt in the same place.
# Versions: rolldown 1.2.19 (which Vite 8 builds with), Node 20 or later.
# Seen: without any minifying the call is gone and what is left returns true for everything. So it is with decodeURI. The others stay.
# Why it matters here: an address that cannot be decoded, and a mail server's password with a bare %, were refused by every test and by no
#   process that was built.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund rolldown@1.2.19

cat > checks.mjs <<'JS'
export const checks = {
  decodeURIComponent: (text) => { try { decodeURIComponent(text); return true; } catch { return false; } },
  decodeURI: (text) => { try { decodeURI(text); return true; } catch { return false; } },
  'new URL': (text) => { try { new URL(text); return true; } catch { return false; } },
  'JSON.parse': (text) => { try { JSON.parse(text); return true; } catch { return false; } },
  BigInt: (text) => { try { BigInt(text); return true; } catch { return false; } },
};
JS
cat > run.mjs <<'JS'
import { rolldown } from 'rolldown';

const bundle = await rolldown({ input: 'checks.mjs' });
await bundle.write({ file: 'built.mjs', format: 'esm', minify: false });
const { checks: before } = await import('./checks.mjs');
const { checks: after } = await import('./built.mjs');
for (const [name, check] of Object.entries(before)) console.log(`${name}: ${check('50%')} as written, ${after[name]('50%')} as built`);
JS

cat > expected.txt <<'TXT'
decodeURIComponent: false as written, true as built
decodeURI: false as written, true as built
new URL: false as written, false as built
JSON.parse: false as written, false as built
BigInt: false as written, false as built
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
