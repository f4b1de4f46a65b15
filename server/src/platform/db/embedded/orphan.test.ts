import { posix, win32 } from "node:path";
import { expect, test } from "vitest";
import { isSameFolder } from "./pid-file.ts";

test.each([
  [win32, "C:/groundcrew/data/pg", "C:\\groundcrew\\data\\pg", true],
  [win32, "C:/groundcrew/data/pg", "C:\\copy\\data\\pg", false],
  [posix, "/srv/groundcrew/pg", "/srv/groundcrew/pg", true],
  [posix, "/srv/groundcrew/pg", "/srv/copy/pg", false],
])("%#: the folder %s written by PostgreSQL is our folder %s: %s", (path, written, ours, isSame) => {
  expect(isSameFolder(written, ours, path)).toBe(isSame);
});
