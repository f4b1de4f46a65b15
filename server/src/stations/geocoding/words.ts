/**
 * The words of a part of an address, normalized for comparison: no accents, capitals or punctuation, and without words that contain digits,
 * which are house numbers and postal codes.
 */
export function wordsOf(part: string): string[] {
  const plain = part
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll(/['’.]/g, "");
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "" && !/\p{N}/u.test(word));
}
