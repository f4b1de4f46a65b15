export const SECRET_KEY_LENGTH = 32;
export const ADMIN_PASSWORD_LENGTH = 15;
const ADMIN_PASSWORD_MAX_LENGTH = 128;

const DISTINCT_CHARACTERS = 6;

/** Not allowed in production: the demo's own secrets and placeholders from example files. */
const KNOWN = [
  "groundcrewdemo",
  "demologin",
  "changeme",
  "changethis",
  "secretkey",
  "replaceme",
  "yoursecret",
  "password",
];

/** Why a text is not acceptable as a shared key, phrased to follow the setting's name; null when it is acceptable. */
export function keyFlaw(text: string): string | null {
  return secretFlaw(text, SECRET_KEY_LENGTH);
}

/** Why a text is not acceptable as the first admin's password, phrased to follow the setting's name; null when it is acceptable. */
export function adminPasswordFlaw(text: string): string | null {
  const flaw = secretFlaw(text, ADMIN_PASSWORD_LENGTH);
  if (flaw !== null) return flaw;
  return text.length > ADMIN_PASSWORD_MAX_LENGTH ? `must have at most ${ADMIN_PASSWORD_MAX_LENGTH} characters` : null;
}

/** Why a text is not acceptable as a secret, phrased to follow the setting's name; null when it is acceptable. */
function secretFlaw(text: string, length: number): string | null {
  if (text.length < length) return `must have at least ${length} characters`;
  if (new Set(text).size < DISTINCT_CHARACTERS) return "repeats the same few characters";
  const letters = text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return KNOWN.some((known) => letters.includes(known)) ? "is too common; choose several unrelated words" : null;
}
