/** Long enough that the second factor is not all there is; no rules about kinds of characters, which make passwords worse. */
export const password = { least: 12, most: 128 };

/** What people choose who are asked for twelve characters. Compared in lower case, without anything but letters and digits. */
const common = [
  ...['password', 'passwort', 'qwertyuiop', 'qwerty', 'letmein', 'welcome', 'iloveyou', 'administrator', 'football', 'liverpool'],
  ...['arsenal', 'chelsea', 'kerbside', 'claims', 'claimsdesk', 'sunshine', 'princess', 'changeme', 'abcdefghijkl', 'asdfghjkl'],
];

/** Why a password cannot be taken, in a sentence; null when it can. `known` are words an attacker would try first. */
export function passwordProblem(text: string, known: string[] = []): string | null {
  const length = [...text].length;
  if (length < password.least) return `Choose a password of at least ${password.least} characters.`;
  if (length > password.most) return `Choose a password of at most ${password.most} characters.`;
  const plain = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const guesses = [...common, ...known.map((word) => word.toLowerCase()).filter((word) => word.length >= 4)];
  // What is left of it once the words that are tried first are taken out.
  const rest = guesses.reduce((left, guess) => left.replaceAll(guess, ''), plain).replaceAll(/\d+/g, '');
  if (new Set(plain).size < 5 || (rest.length < 4 && rest.length < plain.length))
    return 'That password is one of the first that would be tried. Choose another, for example four words that do not belong together.';
  return null;
}
