// Plain JavaScript, because it runs before anything is built, and in the configuration of Vite, Vitest and React Router.
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { addsLanguage, halfLanguage, misnamedLanguage } from './own-languages.mjs';

/** Taken whole: once the owner has the folder, its files are all there are. */
const wholeFolders = ['services', 'guides'];

/** What in `content/` computes instead of saying something: the owner's changes are in the files that it reads. */
export const programFiles = [
  'all-guides.ts all-services.ts bank-holidays.ts calling-hours.ts closed-days-shape.ts company-register.ts every-page.ts',
  'form-texts.ts helpline-hours.ts markdown.d.ts opening-hours.ts page-names.ts pages.ts retention-periods.ts',
  'service-links.ts service-names.ts stated-counts.ts stated-hours.ts switches.ts types.ts roadside/languages.ts',
  'roadside/local-hours.ts roadside/roadside-texts.ts roadside/texts-by-language.ts site-changes.ts written-pages.ts',
  'told-to-scripts.ts late-texts.ts roadside/late-by-language.ts',
].flatMap((names) => names.split(' '));

/** In `.gathered`: what the owner's folder is called, and which of the files there are theirs. */
const noteName = '.note.json';

/**
 * Leads `.content`, which everything reads, to `content/`, or, where the owner has content of their own in `own/` or CONTENT_DIR, to
 * `.gathered/`: a copy of `content/` with their files over it. It may run at any time, and twice at once: every file is either as
 * before or whole, and what has not changed is not written. The owner's folder and `content/` are only read.
 */
export function gatherContent(root, contentDir = process.env.CONTENT_DIR) {
  const own = ownFolder(root, contentDir);
  if (!own && !contentDir) refuseSampleAfter(root);
  // Twice at once, one of them may find that what it looks at is there already, or gone.
  for (let attempt = 1; ; attempt += 1)
    try {
      if (own) copyBoth(root, own);
      point(root, own ? '.gathered' : 'content');
      return;
    } catch (error) {
      if (!['ENOENT', 'EEXIST', 'ENOTEMPTY', 'EPERM'].includes(error.code) || attempt === 5) throw namingFile(root, own, error);
    }
}

/** Why a file of the owner's cannot be read, by the code of the error. */
const unreadable = {
  ELOOP: 'it is a link that leads back to where it is',
  ENOENT: 'it is a link that leads to nothing',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder, and has the name of a file',
  EINVAL: 'it is no file',
};

function namingFile(root, own, error) {
  const file = own && error.path ? relative(own, error.path).replaceAll('\\', '/') : '..';
  if (!unreadable[error.code] || file.startsWith('..')) return error;
  return new Error(`${nameOf(root, own)}/${file} cannot be read: ${unreadable[error.code]}.`);
}

/** Where the owner's content is, or null where there is none, or CONTENT_DIR says that it is to be the sample. */
export function ownFolder(root, contentDir = process.env.CONTENT_DIR) {
  const folder = resolve(root, contentDir || 'own');
  if (folder === join(root, 'content')) return null;
  if (isFolder(folder)) return folder;
  if (!contentDir && !lstatSync(folder, { throwIfNoEntry: false })) return null;
  throw new Error(`${contentDir ? 'CONTENT_DIR' : 'own'} must be a folder with content of your own, and ${folder} is none.`);
}

/** Without CONTENT_DIR, which is easily forgotten, the sample would be published, with its numbers, and nothing would say so. */
function refuseSampleAfter(root) {
  const note = join(root, '.gathered', noteName);
  if (!leadsTo(root, '.gathered') || !existsSync(note)) return;
  const { own } = JSON.parse(readFileSync(note, 'utf8'));
  if (own === 'own') return;
  throw new Error(`CONTENT_DIR must be set: the content was read from ${own} before. Set it to content for the sample.`);
}

function copyBoth(root, own) {
  const ownFiles = filesIn(own).filter(isContent);
  const sources = sourcesOf(root, own, ownFiles);
  const gathered = join(root, '.gathered');
  for (const [file, source] of sources) {
    // To read a pipe would wait without end.
    if (!statSync(source).isFile()) throw Object.assign(new Error('No file.'), { code: 'EINVAL', path: source });
    write(root, file, readFileSync(source));
  }
  write(root, noteName, Buffer.from(`${JSON.stringify({ own: nameOf(root, own), files: ownFiles }, null, 1)}\n`));
  for (const file of filesIn(gathered)) if (!sources.has(file)) rmSync(join(gathered, file), { force: true });
}

/** The file to copy, by the path that it gets. */
function sourcesOf(root, own, ownFiles) {
  const shipped = join(root, 'content');
  const shippedFiles = filesIn(shipped).filter((file) => !file.includes('.test.'));
  const taken = wholeFolders.filter((folder) => isFolder(join(own, folder)));
  const program = ownFiles.filter((file) => programFiles.includes(file));
  if (program.length > 0) throw new Error(partOfProgram(nameOf(root, own), program));
  const strange = ownFiles.find((file) => !shippedFiles.includes(file) && !adds(file));
  if (strange) throw new Error(misplaced(nameOf(root, own), strange, shippedFiles));
  const half = halfLanguage([...shippedFiles, ...ownFiles]);
  if (half) throw new Error(`${nameOf(root, own)}/${half.file} is half of a language: put ${half.other} beside it.`);
  return new Map([
    ...shippedFiles.filter((file) => !taken.includes(file.split('/')[0])).map((file) => [file, join(shipped, file)]),
    ...ownFiles.map((file) => [file, join(own, file)]),
  ]);
}

function misplaced(own, file, shippedFiles) {
  const place = shippedFiles.find((other) => other.endsWith(`/${basename(file)}`) || other === basename(file));
  if (place) return `${own}/${file} would not be read there: move it to ${own}/${place}.`;
  const meant = renamed(file, shippedFiles);
  if (meant) return `${own}/${file} would not be read: rename it ${basename(meant)}, or remove it.`;
  if (/^logo[\w-]*\.(?:png|jpe?g|gif|webp|pdf|ai|eps)$/i.test(file))
    return `${own}/${file} would not be read: a logo is drawn in paths and saved as logo.svg.`;
  const about = wholeFolders.includes(file.split('/')[0])
    ? 'that folder takes files of markdown, whose names are the addresses of their pages: vehicle-storage.md, in small letters without spaces'
    : (misnamedLanguage(file) ??
      `there is no content/${file} whose place it could take. Correct its name, or remove it if a release has removed the other`);
  return `${own}/${file} would not be read: ${about}.`;
}

/** Whether a file may be there although content/ has none of its name. Capitals in an address are a page that is not found where it is typed. */
function adds(file) {
  return /^logo(?:-by-night)?\.svg$|^(?:services|guides)\/[a-z\d_-]+\.md$/.test(file) || addsLanguage(file);
}

/** The file that is meant by Site.ts, site.ts.txt, "site (1).ts" and "site - Copy.ts"; undefined where there is none. */
function renamed(file, shippedFiles) {
  const plain = (name) =>
    name
      .toLowerCase()
      .replace(/\.txt$/, '')
      .replace(/(?: - copy)?(?: ?\(\d+\))?(?=\.\w+$)/, '');
  const names = [...shippedFiles, 'logo.svg', 'logo-by-night.svg'];
  return (
    names.find((name) => plain(file) === name) ??
    (adds(plain(file)) ? plain(file) : undefined) ??
    (/^logo[-_ ]?(?:dark|night)\.svg$/i.test(file) ? 'logo-by-night.svg' : undefined)
  );
}

function partOfProgram(own, files) {
  const copies = files.map((file) => `${own}/${file}`).join(', ');
  return `${copies} would not be read: what computes in content/ is the program, and a copy would miss the fixes of later releases. Remove it from ${own}/.`;
}

/** How people call it: own, or the path that they gave. */
function nameOf(root, own) {
  const inside = relative(root, own).replaceAll('\\', '/');
  return inside.startsWith('..') || resolve(inside) === inside ? own : inside;
}

/** What editors and systems write beside a file while it is open, or to try a folder: vim's 4913, Emacs's #site.ts#, the thumbnails of Windows. */
const leftBehind =
  /(?:^|\/)(?:4913|#[^/]*#|Thumbs\.db|ehthumbs\.db|desktop\.ini|[^/]*\.(?:swp|swo|swx|bak|tmp|orig|rej|kate-swp|part|crswap))$|___jb_(?:tmp|old)___$/i;

/** A readme, a licence, what an editor leaves behind, and tests, which a copy of all of `content/` brings along, are left alone. */
export function isContent(file) {
  return !/~$|\.test\.|^(?:README|LICEN[CS]E)\b/i.test(file) && !leftBehind.test(file);
}

/** Every file below it, by its path from there. Not what begins with a dot, such as git's. */
function filesIn(folder, below = '') {
  const names = readdirSync(join(folder, below)).filter((name) => !name.startsWith('.'));
  return names.sort().flatMap((name) => {
    const path = below + name;
    if (!isFolder(join(folder, path))) return [path];
    if (/\.(?:ts|md|svg|css)$/.test(name))
      throw Object.assign(new Error('A folder.'), { code: 'EISDIR', path: join(folder, path) });
    refuseLinkBack(join(folder, path), join(folder, below));
    return filesIn(folder, `${path}/`);
  });
}

/** A link to a folder around it would be followed without end. */
function refuseLinkBack(path, around) {
  const inside = relative(realpathSync(path), realpathSync(around));
  if (!inside.startsWith('..') && !isAbsolute(inside))
    throw Object.assign(new Error('A link leads back.'), { code: 'ELOOP', path });
}

/** Nothing, where the file has these bytes. Otherwise by a rename, so that it is read whole at any moment. */
function write(root, file, bytes) {
  const path = join(root, '.gathered', file);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  // The user that runs the product may read it, whatever the umask of the user that builds.
  if (mkdirSync(dirname(path), { recursive: true }))
    for (const folder of [join(root, '.gathered'), dirname(path)]) chmodSync(folder, 0o755);
  const whole = join(root, `.gathered-${randomUUID()}`);
  writeFileSync(whole, bytes);
  chmodSync(whole, 0o644);
  renameSync(whole, path);
}

/** On Windows the link is a junction, which needs no permission, and the whole path. */
function point(root, folder) {
  const link = join(root, '.content');
  const target = process.platform === 'win32' ? join(root, folder) : folder;
  if (leadsTo(root, folder)) return;
  const before = lstatSync(link, { throwIfNoEntry: false });
  // What a link cannot be renamed over.
  if (before && (before.isDirectory() || process.platform === 'win32')) rmSync(link, { recursive: true });
  const another = join(root, `.content-${randomUUID()}`);
  symlinkSync(target, another, 'junction');
  renameSync(another, link);
}

function leadsTo(root, folder) {
  const link = join(root, '.content');
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink && resolve(root, readlinkSync(link)) === join(root, folder);
}

function isFolder(path) {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    // A link that leads to itself: the read of it says so.
    if (error.code === 'ELOOP') return false;
    throw error;
  }
}
