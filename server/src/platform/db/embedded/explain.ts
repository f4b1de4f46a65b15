/** The `code` of a system error; empty for other errors. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Why PostgreSQL ended: a specific sentence if its last output is recognized, otherwise a generic one with `how`. */
export function explainEnd(words: string, { data, how }: { data: string; how: string }): Error {
  const known = reasons(data).find(({ pattern }) => pattern.test(words));
  return new Error(known?.sentence ?? `PostgreSQL in ${data} ended unexpectedly (${how}).`);
}

/** Turns PostgreSQL's log output or a system error into one sentence that a person can act on. The original error is its `cause`. */
export function explain(error: unknown, folder: string): Error {
  const text = error instanceof Error ? error.message : String(error);
  const known = reasons(folder).find(({ pattern }) => pattern.test(text));
  if (known) return new Error(known.sentence, { cause: error });
  return error instanceof Error ? error : new Error(text);
}

/** PostgreSQL's programs report errors only as text, so it has to be matched here. */
function reasons(folder: string): { pattern: RegExp; sentence: string }[] {
  return [
    {
      pattern: /ENOSPC|EDQUOT|no space left|disk quota|database or disk is full/i,
      sentence: `The disk that holds ${folder} is full. Free some space and start again.`,
    },
    {
      pattern: /lock file .* already exists|still in use/i,
      sentence: `The database in ${folder} is in use by another PostgreSQL. Stop it first.`,
    },
    {
      pattern: /administrative permissions/i,
      sentence: "PostgreSQL refuses to run with administrator rights. Start from an ordinary prompt.",
    },
    {
      pattern: /EACCES|EPERM|permission denied|readonly database|unable to open database file/i,
      sentence:
        `This user may not use ${folder}: was it created by another user? ` +
        "Start as that user, or choose another DATA_DIR.",
    },
  ];
}
