import { expect, test } from "vitest";
import { readFailure, writeFailure } from "./file-failure.ts";

const FILE = "/srv/backups/first.backup";

function failed(code: string): Error {
  return Object.assign(new Error(`${code}: failed, open '${FILE}.part'`), { code });
}

test.each([
  ["ENOSPC", "The disk that holds /srv/backups is full. Free some space there, or choose another disk for the backup."],
  ["EDQUOT", "The disk that holds /srv/backups is full. Free some space there, or choose another disk for the backup."],
  [
    "EACCES",
    "This user may not write to /srv/backups. Choose another folder for the backup, or run this as its owner.",
  ],
  ["EROFS", "This user may not write to /srv/backups. Choose another folder for the backup, or run this as its owner."],
  ["ENOENT", "There is no folder /srv/backups. Create it, or choose another for the backup."],
  ["ENOTDIR", "/srv/backups is not a folder. Choose another for the backup."],
])("a backup that cannot be written because of %s says what to do", (code, sentence) => {
  expect(writeFailure(failed(code), FILE)).toMatchObject({ message: sentence });
});

test.each([
  ["EACCES", `This user may not read ${FILE}. Run this as its owner.`],
  ["ENOENT", `There is no file ${FILE}.`],
  ["ENOTDIR", `There is no file ${FILE}.`],
  ["EISDIR", `${FILE} is a folder. Name the backup in it.`],
])("a backup that cannot be read because of %s says what to do", (code, sentence) => {
  expect(readFailure(failed(code), FILE)).toMatchObject({ message: sentence });
});

test("any other failure is left as it is", () => {
  const error = failed("EIO");
  expect([readFailure(error, FILE), writeFailure(error, FILE)]).toEqual([error, error]);
});
