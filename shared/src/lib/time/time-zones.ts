/** True if this program knows a time zone, such as `America/Denver`; older ones lack some that have been added to the IANA database since. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    // An unknown zone is the only thing that the constructor rejects here.
    return false;
  }
}
