import { readFileSync, writeFileSync } from "node:fs";
import { argv } from "node:process";
import { zstdCompressSync } from "node:zlib";

// Makes the list of a release's statements from what record-statements.ts has recorded: node server/test/pack-statements.ts FROM TO
const [, , from = "", to = ""] = argv;
/** Longer ones insert many rows at once, and have a shorter one beside them. */
const LONGEST = 6_000;
const lines = new Set(readFileSync(from, "utf8").split("\n").filter(Boolean));
const kept = [...lines].filter((line) => {
  const text: string = JSON.parse(line);
  return text.length < LONGEST && /^\s*(?:--[^\n]*\n\s*)*(?:select|insert|update|delete|with)\b/i.test(text);
});
writeFileSync(to, zstdCompressSync(`${kept.toSorted().join("\n")}\n`));
