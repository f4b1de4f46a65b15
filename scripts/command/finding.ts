/** The result of a check: a sentence that says what is wrong and what to do. A note is worth knowing and no failure. */
export type Finding = { about: string; state: "ok" | "note" | "problem"; sentence: string };
