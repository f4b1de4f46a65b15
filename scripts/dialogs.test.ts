import { globSync, readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hostileDialogs } from "../e2e/dialogs/hostile.ts";
import { liveDialogs } from "../e2e/dialogs/live.ts";

const SRC = fileURLToPath(new URL("../web/src", import.meta.url));

/** Elements that are not in the tables: what dialogs of other files are made of, and one that is displayed while a dialog's data is loaded. */
const OTHERS: Readonly<Record<string, number>> = {
  "ui/dialog.tsx": 1,
  "ui/form-dialog.tsx": 1,
  "kit/edit-dialog.tsx": 1,
  "kit/secret-dialog.tsx": 1,
  "shell/confirmation.tsx": 1,
  "stats/availability/send-dialog.tsx": 1,
};

test("each dialog is in the tables whose dialogs the deep test *accessibility* opens", () => {
  const rendered = globSync("**/*.tsx", { cwd: SRC, exclude: ["**/*.test.tsx"] }).flatMap((file) => {
    const elements = readFileSync(join(SRC, file), "utf8").matchAll(
      /<(?:Dialog|FormDialog|EditDialog|ConfirmDialog|SecretDialog)\b/g,
    );
    const count = [...elements].length - (OTHERS[file] ?? 0);
    return count > 0 ? [[file, count] as const] : [];
  });
  const opened = [...Object.entries(hostileDialogs("")), ...Object.entries(liveDialogs)];
  expect(rendered.length).toBeGreaterThan(30);
  expect(Object.fromEntries(opened.map(([file, { length }]) => [file, length]))).toEqual(Object.fromEntries(rendered));
});
