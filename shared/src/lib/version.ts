/**
 * Orders dotted versions by their numbers: 1.10 is later than 1.9, and 1.9.0 later than 1.9. Text after a number (`2.0-rc1`) decides only
 * between equal numbers. A part without a number counts as 0.
 */
export function compareVersions(a: string, b: string): number {
  const left = a.split(".");
  const right = b.split(".");
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const order = compareParts(left[i] ?? "", right[i] ?? "");
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareParts(a: string, b: string): number {
  const byNumber = leadingNumber(a) - leadingNumber(b);
  if (byNumber !== 0) return byNumber;
  const restA = a.replace(/^\d+/, "");
  const restB = b.replace(/^\d+/, "");
  if (restA === restB) return 0;
  return restA < restB ? -1 : 1;
}

function leadingNumber(part: string): number {
  const digits = /^\d{1,15}/.exec(part);
  return digits ? Number(digits[0]) : 0;
}
