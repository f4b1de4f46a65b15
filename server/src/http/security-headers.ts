/** What helmet sets, for responses that bypass it and that no browser displays. */
const HEADERS = {
  "Content-Security-Policy": "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Download-Options": "noopen",
  "X-Frame-Options": "DENY",
  "X-Permitted-Cross-Domain-Policies": "none",
  "X-XSS-Protection": "0",
};
const STRICT = { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" };

/** The security headers of such a response, for a console at `origin`. */
export function securityHeaders(origin: string): Record<string, string> {
  return origin.startsWith("https:") ? { ...HEADERS, ...STRICT } : HEADERS;
}
