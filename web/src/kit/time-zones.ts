/** Time zones that browsers list under names from before their cities or countries were renamed. */
const RENAMED: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/**
 * Time zones to choose from, under their current names, with one that is set even if the browser does not know it. The former name
 * is in the label, so that typing it finds the zone.
 */
export function timeZones(own: string): { value: string; label: string }[] {
  const former = new Map(Object.entries(RENAMED).map(([before, name]) => [name, before]));
  const names = new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), own].map((name) => RENAMED[name] ?? name));
  return [...names].toSorted().map((name) => {
    const before = former.get(name);
    const formerCity = before?.split("/").at(-1);
    const isRenamed = formerCity !== undefined && !name.endsWith(`/${formerCity}`);
    return { value: before === own ? own : name, label: isRenamed ? `${name} (${formerCity})` : name };
  });
}
