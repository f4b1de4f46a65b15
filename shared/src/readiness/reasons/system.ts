import { MINUTE_MS } from "../../lib/index.ts";
import type { WordKind } from "../words.ts";
import { when, type Observation, type ReasonKind, type Verdict } from "./definition.ts";
import { spanText } from "./texts.ts";

type WordArgs = { word: string };

/** The station waits for its drone to leave, which may take long. */
const WAITING = "READY";

function isWord(seen: Observation, kind: WordKind): Verdict {
  return seen.word === null ? "not_reported" : when(seen.wordKind === kind);
}

function wordArgs({ word }: Observation): WordArgs {
  return { word: word ?? "" };
}

const rule = { name: "system", label: "Stopped or starting", condition: "by the words at the right" } as const;

export const stopped: ReasonKind<WordArgs> = {
  id: "stopped",
  code: "stopped",
  effect: "block",
  holdS: 30,
  rule,
  evaluated: "current",
  field: "system",
  verdict: (seen) => isWord(seen, "stopped"),
  args: wordArgs,
  title: ({ word }) => `System: ${word}`,
};

export const starting: ReasonKind<WordArgs> = {
  id: "starting",
  code: "starting",
  effect: "block",
  holdS: 30,
  rule,
  evaluated: "current",
  field: "system",
  verdict: (seen) => isWord(seen, "starting"),
  args: wordArgs,
  title: ({ word }) => `Starting: ${word}`,
};

export const stuck: ReasonKind<WordArgs> = {
  id: "stuck",
  code: "stuck",
  effect: "block",
  holdS: 0,
  rule: {
    name: "stuck",
    label: "Busy too long",
    condition: "one word but READY for over {limit} min",
    limit: { usual: 10, from: 1, to: 240, unit: " minutes" },
  },
  evaluated: "current",
  field: "system",
  verdict: (seen) => (seen.word === WAITING ? "over" : isWord(seen, "busy")),
  // Longer than the limit.
  trueForMs: ({ limit }) => limit * MINUTE_MS + 1,
  subject: ({ word }) => word,
  args: wordArgs,
  title: ({ word }) => `Busy too long: ${word}`,
  text: ({ word }, { now, since }) => `${word} for ${spanText(now - since)}`,
};

export const busy: ReasonKind<WordArgs> = {
  id: "busy",
  code: "busy",
  effect: "info",
  holdS: 0,
  evaluated: "current",
  field: "system",
  verdict: (seen) => isWord(seen, "busy"),
  subject: ({ word }) => word,
  args: wordArgs,
  title: ({ word }) => `Busy: ${word}`,
};
