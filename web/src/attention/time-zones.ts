/** Time zones to choose from, by name, with one that is set even if the browser does not know it. */
export function timeZones(own: string): { value: string; label: string }[] {
  const known = new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), own]);
  return [...known].toSorted().map((value) => ({ value, label: value }));
}
