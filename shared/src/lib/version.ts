/**
 * CommandHandler dotted versions by their numbers, so that 1.10 comes after 1.9. A version that goes on is later than the one
 * it begins with; text behind a number (`2.0-rc1`) decides only between equal numbers; what has no number counts as 0.
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
