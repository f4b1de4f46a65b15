/**
 * Words at the top of published lists of common passwords: words for passwords and logins, names, animals, sports, colours, seasons, and
 * terms of this product.
 */
const COMMON_WORDS =
  "password passwort pass word admin administrator root user guest login logon signin welcome letmein hello test testing demo temp default change changeme secret private access enter open please qwerty qwertz azerty asdf zxcv iloveyou love lover loveme lovely baby babygirl angel princess queen king sunshine rainbow monkey dragon tiger lion eagle falcon wolf bear horse dolphin butterfly football baseball basketball softball soccer hockey tennis golf master superman batman spiderman pokemon starwars matrix michael michelle jordan jessica jennifer ashley amanda daniel charlie thomas robert andrew anthony joshua matthew george david james john maria anna nicole william summer winter spring autumn flower computer laptop internet online google facebook freedom whatever trustno shadow killer ninja samurai mustang ferrari porsche mercedes harley corvette cheese cookie chocolate coffee banana orange apple cherry purple yellow black white blue green red silver golden diamond hunter ranger soldier tigger buster pepper ginger maggie money dollar million forever family friend friends mother father brother sister jesus christ heaven blessed nothing something anything everything secure security system server network drone drones station stations fleet flight pilot company office work monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december correct battery staple my is the and you me this that not for abc xyz one two three four five six seven eight nine ten".split(
    " ",
  );

/** Adjacent keys, and letters and digits in order. */
const SEQUENCES = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1qaz2wsx3edc4rfv5tgb",
];
const REVERSED_SEQUENCES = SEQUENCES.map((row) => Array.from(row).toReversed().join(""));
const SHORTEST_RUN = 3;

/** Common substitutions for letters. */
const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "il",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};

/** How many characters outside guessable pieces a password must have. */
const MIN_UNGUESSABLE = 5;

/**
 * Whether a password of allowed length (`newPassword`) is easily guessed: it consists of common words, adjacent keys, repetitions and
 * digits, or of `context`, which is what anyone may know about the account: its email, organization and product.
 */
export function isWeakPassword(password: string, context: readonly string[]): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  const words = [...COMMON_WORDS, ...context.flatMap(wordsOf)];
  // unguessable[n]: minimum number of characters outside guessable pieces among the first n.
  const unguessable = [0];
  for (let end = 1; end <= text.length; end += 1) {
    const before = (length: number) => unguessable[end - length] ?? Number.POSITIVE_INFINITY;
    const pieces = guessableSuffixes(text.slice(0, end), words).map(before);
    unguessable.push(Math.min(before(1) + 1, ...pieces));
  }
  return (unguessable.at(-1) ?? 0) < MIN_UNGUESSABLE;
}

/** Lengths of the guessable pieces at the end of a text. */
function guessableSuffixes(text: string, words: readonly string[]): number[] {
  const lengths = words.filter((word) => endsWithWord(text, word)).map(({ length }) => length);
  if (/[\d\s\p{P}\p{S}]$/u.test(text)) lengths.push(1);
  for (let length = SHORTEST_RUN; length <= text.length; length += 1) {
    if (!isRun(text.slice(-length))) break;
    lengths.push(length);
  }
  const repeated = /(.+?)\1$/su.exec(text)?.[1];
  if (repeated !== undefined) lengths.push(repeated.length);
  return lengths;
}

function isRun(text: string): boolean {
  return [...SEQUENCES, ...REVERSED_SEQUENCES].some((row) => row.includes(text)) || new Set(text).size === 1;
}

function endsWithWord(text: string, word: string): boolean {
  if (word.length > text.length) return false;
  const start = text.length - word.length;
  for (let index = 0; index < word.length; index += 1) {
    const written = text.charAt(start + index);
    const letter = word.charAt(index);
    if (written !== letter && !SUBSTITUTIONS[written]?.includes(letter)) return false;
  }
  return true;
}

function wordsOf(text: string): string[] {
  const whole = text.normalize("NFKC").toLowerCase();
  return whole.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= SHORTEST_RUN);
}
