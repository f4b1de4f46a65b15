import type { Browser, BrowserContext, ConsoleMessage, Request, Response } from "@playwright/test";

/** Declares problems that a test expects, matched by their text, such as `GET /api/stations/gc-1 returned 404`. */
export type ProblemWatch = { allow: (pattern: RegExp) => void };

/** A request of the station list, of live changes, of the alerts in the top bar or for the status of the console was pending when the session ended. */
export const UNAUTHORIZED_LIST =
  /^GET \/api\/(status|live(\?.*)?|alerts\/summary|saved-views|bulk-acts|(first-|listed-)?stations\?.*) returned 401$/;
/** A page whose stream of changes ended with the session, which ended in another tab, asks who is logged in. */
export const UNAUTHORIZED_SESSION = /^GET \/api\/sessions\/current returned 401$/;

/**
 * Watches every browser context. `found` returns the unexpected problems: violations of the content security policy, console
 * errors and warnings, uncaught errors, and requests that failed or got an error status. What the test causes itself is
 * not counted: responses and failures that it mocks, and changes that the server refuses (4xx).
 */
export function watchProblems(browser: Browser, contexts: readonly BrowserContext[]) {
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  const listening: Promise<void>[] = [];

  function onConsole(message: ConsoleMessage): void {
    // Browsers also log each failed request; `onResponse` and `onFailed` report those in more detail.
    if (!["error", "warning"].includes(message.type()) || message.text().startsWith("Failed to load resource")) return;
    problems.push(`console: ${message.text()}`);
  }

  function onResponse(response: Response): void {
    const line = `${response.request().method()} ${pathOf(response.url())} returned ${response.status()}`;
    if (response.status() >= 400 && !isRefusedChange(response) && isFromServer(response)) problems.push(line);
  }

  function onFailed(request: Request): void {
    const reason = request.failure()?.errorText ?? "unknown";
    if (!CAUSED_BY_TEST.has(reason)) problems.push(`${request.method()} ${pathOf(request.url())} failed: ${reason}`);
  }

  async function listenTo(context: BrowserContext): Promise<void> {
    context.on("console", onConsole);
    context.on("weberror", (error) => problems.push(`uncaught: ${error.error().message}`));
    context.on("response", onResponse);
    context.on("requestfailed", onFailed);
    await context.exposeFunction("reportViolation", (text: string) => void problems.push(`security policy: ${text}`));
    await context.addInitScript(() => {
      document.addEventListener(
        "securitypolicyviolation",
        ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
          const text = `${location.pathname}: ${violatedDirective} blocked ${blockedURI} in ${sourceFile}:${lineNumber}`;
          if ("reportViolation" in window && typeof window.reportViolation === "function") window.reportViolation(text);
        },
      );
    });
  }

  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await listenTo(context);
    return context;
  };
  for (const context of contexts) listening.push(listenTo(context));

  return {
    ready: () => Promise.all(listening),
    problems: { allow: (pattern: RegExp) => void allowed.push(pattern) } satisfies ProblemWatch,
    found: () => problems.filter((text) => !allowed.some((pattern) => pattern.test(text))),
    stop() {
      browser.newContext = newContext;
    },
  };
}

/** Requests fail so when the server is killed, for `allow`. */
export const SERVER_KILLED =
  /failed: net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)$/;

/**
 * Leaving a page aborts its requests; two of the errors are from Playwright aborting a request and going offline; what the policy
 * blocks is already counted as a violation.
 */
const CAUSED_BY_TEST = new Set(["csp", "net::ERR_ABORTED", "net::ERR_FAILED", "net::ERR_INTERNET_DISCONNECTED"]);

function isRefusedChange(response: Response): boolean {
  return !["GET", "HEAD"].includes(response.request().method()) && response.status() < 500;
}

/** Every response of the API has a request id; a mocked one doesn't. */
function isFromServer(response: Response): boolean {
  return "x-request-id" in response.headers() || !new URL(response.url()).pathname.startsWith("/api/");
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
