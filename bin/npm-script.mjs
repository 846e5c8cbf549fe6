// What the scripts of package.json start: bin/NAME.mjs with the rest of the arguments. The Node of the machine reads this file, however old
// it is, so it is written in what Node 12 understands, and imports nothing before it has looked.
const oldest = 20;

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Kerbside needs Node ${oldest} or later, and this is ${process.versions.node} (${process.execPath}): install a later one as https://nodejs.org/en/download says, on Debian from https://github.com/nodesource/distributions, then run this again.`,
  );
  process.exitCode = 1;
} else {
  const [name] = process.argv.splice(2, 1);
  import(`./${name}.mjs`);
}
