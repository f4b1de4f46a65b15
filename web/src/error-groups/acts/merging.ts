import type { ErrorGroup } from "@groundcrew/shared/error-groups";

const PLACEHOLDER = /<(?:url|id|mac|time|ip|path|text|n)>/g;
/** A pattern with fewer words would match too much. */
const WORDS_MIN = 2;

/** A pattern that matches all these titles: the words that they have in common, with an asterisk for what differs; null without any. */
export function commonPattern(titles: readonly string[]): string | null {
  const [first = [], ...others] = titles.map((title) => title.replaceAll(PLACEHOLDER, "*").split(" "));
  const common = others.reduce(commonWords, first);
  const pattern = common.filter((word, index) => word !== "*" || common[index - 1] !== "*");
  return pattern.filter((word) => word !== "*").length < WORDS_MIN ? null : pattern.join(" ");
}

/** The longest sequence of words that two texts have in common, with an asterisk where either has more words. */
function commonWords(one: readonly string[], other: readonly string[]): string[] {
  const lengths = lengthsOf(one, other);
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  const words: string[] = [];
  let [row, column] = [0, 0];
  while (row < one.length && column < other.length) {
    const word = one[row];
    if (word !== undefined && word === other[column]) {
      words.push(word);
      row += 1;
      column += 1;
    } else {
      words.push("*");
      if (at(row + 1, column) >= at(row, column + 1)) row += 1;
      else column += 1;
    }
  }
  return row < one.length || column < other.length ? [...words, "*"] : words;
}

/** How many words the rests of two texts have in common, from each pair of positions. */
function lengthsOf(one: readonly string[], other: readonly string[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () => Array.from({ length: other.length + 1 }, () => 0));
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      const below = lengths[row + 1] ?? [];
      const both = 1 + (below[column + 1] ?? 0);
      const most = Math.max(below[column] ?? 0, lengths[row]?.[column + 1] ?? 0);
      const here = lengths[row];
      if (here) here[column] = one[row] === other[column] && one[row] !== "*" ? both : most;
    }
  }
  return lengths;
}

/** Which groups a pattern matches, in a sentence. */
export function matchSentence(matching: readonly { id: number }[], selected: readonly { id: number }[]): string {
  const isSelected = ({ id }: { id: number }) => selected.some((group) => group.id === id);
  const [inside, outside] = [matching.filter(isSelected), matching.filter((group) => !isSelected(group))];
  if (matching.length === 0) return "Matches no current group.";
  const total = `Matches ${matching.length === 1 ? "1 current group" : `${matching.length} current groups`}`;
  const chosen = inside.length === 0 ? "none of them selected" : `selected: ${idsText(inside)}`;
  if (outside.length === 0) return `${total}, all selected: ${idsText(inside)}.`;
  return `${total}, ${chosen}. Not merged now: ${idsText(outside)}.`;
}

function idsText(groups: readonly { id: number }[]): string {
  const shown = groups.slice(0, 10).map(({ id }) => String(id));
  if (groups.length > shown.length) return `${shown.join(", ")} and ${groups.length - shown.length} more`;
  const last = shown.pop() ?? "";
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}

/** Names the owner of the merged group and the previous owners; null when at most one person owns any of the groups. */
export function mergedOwnerSentence(groups: readonly ErrorGroup[]): string | null {
  const owned = groups.flatMap(({ id, owner }) => (owner === null ? [] : [{ id, ...owner }]));
  const [keeper] = owned.toSorted(
    (a, b) =>
      (b.acknowledged_at ?? "").localeCompare(a.acknowledged_at ?? "") || b.assigned_at.localeCompare(a.assigned_at),
  );
  const others = owned.filter(({ owner_id, owner }) => owner_id !== keeper?.owner_id || owner !== keeper.owner);
  if (!keeper || others.length === 0) return null;
  const lost = others.map(({ id, owner }) => `${owner} no longer has Group ${id}`).join(", ");
  return `The merged group stays with ${keeper.owner}. ${lost}.`;
}
