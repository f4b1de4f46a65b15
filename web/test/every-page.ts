/** Each demo has a rule 1 and a group 1. */
type Examples = { station: string; alerts: readonly (number | string)[] };

/**
 * The pages of each route of the console, by its path. A browser test compares it with the router and with the links of each page. The route
 * of an area is also that of its first page.
 */
export function everyPage({ station, alerts }: Examples): Record<string, string[]> {
  return {
    "/": ["/", "/?stations-view=map"],
    ...pagesBelow(`/stations/${station}`, "/stations/$name", [
      "/edit",
      "/supportlog",
      "/telemetry/latest/status",
      "/telemetry/latest/motors",
      "/telemetry/latest/chargers",
      "/telemetry/latest/usb",
      "/telemetry/latest/raw",
      "/config",
      "/config/history",
      "/ssot",
      "/cameras",
      "/streams",
    ]),
    "/stations/$name": [`/stations/${station}`, `/stations/${station}?readiness=history`],
    // Other addresses of the same pages.
    "/stations/$name/overview": [],
    "/stations/$name/telemetry": [],
    "/stations/$name/telemetry/latest": [],
    "/attention": [],
    "/attention/{-$alert}": [
      "/attention",
      "/attention?at-section=ended",
      ...alerts.flatMap((id) => [`/attention/${id}`, `/attention/${id}?acknowledge`]),
    ],
    ...pagesBelow("/attention", "/attention", ["/rules", "/rules/new", "/channels", "/deliveries", "/me"]),
    "/attention/rules/$rule": ["/attention/rules/1"],
    ...pagesBelow("/ssot", "/ssot", ["", "/hw-variation", "/replaceables", "/swaps"]),
    ...pagesBelow("/stats", "/stats", ["", "/actions", "/swap-success", "/availability"]),
    "/manage": [],
    ...pagesBelow("/manage", "/manage", [
      "/users",
      "/apikeys",
      "/wallboards",
      "/organizations",
      "/sites",
      "/import",
      "/readiness",
      "/audit",
      "/link",
      "/security",
      "/backups",
      "/system",
    ]),
    "/supportlog": [],
    ...pagesBelow("/supportlog", "/supportlog", ["/entries", "/triage", "/tags", "/print"]),
    "/supportlog/triage/groups": ["/supportlog/triage/groups", "/supportlog/triage/groups?tg-tab=archived"],
    "/groups/$group": ["/groups/1", "/groups/1?tab=errors", "/groups/1?tab=supportlog"],
    "/account": ["/account"],
    "/login": ["/login"],
    "/forgot": ["/forgot"],
    "/set-password/$": ["/set-password?email=a%40b.example&code=x"],
    // Every other path leads to the list, or to the first page of its area.
    "/$": [],
    ...Object.fromEntries(AREAS.map((area) => [`${area}/$`, []])),
  };
}

const AREAS = ["/stations/$name", "/attention", "/ssot", "/stats", "/manage", "/supportlog"];

function pagesBelow(address: string, route: string, paths: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(paths.map((path) => [`${route}${path}`, [`${address}${path}`]]));
}
