/**
 * A station error's message as people read it (specification, section 3): without a leading `(job_type=…) `, and, of
 * the form `Job (job_id) (job_type) failed with exception: text T:number`, only the text. Anything else stays as it is.
 */
export function reduceMessage(message: string): string {
  const plain = message.replace(/^\(job_type=[^)]*\) /, "");
  const failure = /^Job (?:\([^)]*\)|\S+) (?:\([^)]*\)|\S+) failed with exception: /.exec(plain);
  if (!failure) return plain;
  const rest = plain.slice(failure[0].length);
  const end = rest.lastIndexOf(" T:");
  const isWhole = end >= 0 && /^-?\d+(?:\.\d+)?$/.test(rest.slice(end + 3).trimEnd());
  return isWhole ? rest.slice(0, end) : plain;
}
