import { dirname } from "node:path";

/** Explains a failure to write a backup and says what to do; returns any other failure as it is. */
export function writeFailure(error: unknown, file: string): unknown {
  const folder = dirname(file);
  switch (codeOf(error)) {
    case "ENOSPC":
    case "EDQUOT":
      return sentence(
        `The disk that holds ${folder} is full. Free some space there, or choose another disk for the backup.`,
        error,
      );
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return sentence(
        `This user may not write to ${folder}. Choose another folder for the backup, or run this as its owner.`,
        error,
      );
    case "ENOENT":
      return sentence(`There is no folder ${folder}. Create it, or choose another for the backup.`, error);
    case "ENOTDIR":
      return sentence(`${folder} is not a folder. Choose another for the backup.`, error);
    case "EEXIST":
      return sentence(existsAlready(file), error);
    default:
      return error;
  }
}

export function existsAlready(file: string): string {
  return `${file} exists already. Choose another name, or remove it.`;
}

/** The same for a failure to read one. */
export function readFailure(error: unknown, file: string): unknown {
  switch (codeOf(error)) {
    case "EACCES":
    case "EPERM":
      return sentence(`This user may not read ${file}. Run this as its owner.`, error);
    case "ENOENT":
    case "ENOTDIR":
      return sentence(`There is no file ${file}.`, error);
    case "EISDIR":
      return sentence(`${file} is a folder. Name the backup in it.`, error);
    default:
      return error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}

function sentence(text: string, cause: unknown): Error {
  return new Error(text, { cause });
}
