import type { Browser, BrowserContext, ConsoleMessage, Request, Response } from "@playwright/test";

/** What may go wrong in a test, by the text of the trouble: `GET /api/stations/gc-1 answered 404`. */
export type ProblemWatch = { expect: (pattern: RegExp) => void };

/** The list of stations was on its way when the session ended. */
export const REFUSED_LIST = /^GET \/api\/stations\?.* answered 401$/;

/**
 * Listens to every context that a browser opens. `found` is what nobody expected: violations of the content security policy,
 * errors and warnings on the console, uncaught errors, requests that failed or were answered with an error. Not counted is
 * what a test does itself: answers and failures it puts in place of the server's, and changes that the server refuses (4xx).
 */
export function watchProblems(browser: Browser, contexts: readonly BrowserContext[]) {
  const troubles: string[] = [];
  const expected: RegExp[] = [];
  const listening: Promise<void>[] = [];

  function onConsole(message: ConsoleMessage): void {
    // Browsers also log each failed request, which `onResponse` and `onFailed` know more about.
    if (!["error", "warning"].includes(message.type()) || message.text().startsWith("Failed to load resource")) return;
    troubles.push(`console: ${message.text()}`);
  }

  function onResponse(response: Response): void {
    const line = `${response.request().method()} ${placeOf(response.url())} answered ${response.status()}`;
    if (response.status() >= 400 && !isRefusedChange(response) && isServers(response)) troubles.push(line);
  }

  function onFailed(request: Request): void {
    const reason = request.failure()?.errorText ?? "unknown";
    if (!CAUSED_BY_TEST.has(reason)) troubles.push(`${request.method()} ${placeOf(request.url())} failed: ${reason}`);
  }

  async function listenTo(context: BrowserContext): Promise<void> {
    context.on("console", onConsole);
    context.on("weberror", (error) => troubles.push(`uncaught: ${error.error().message}`));
    context.on("response", onResponse);
    context.on("requestfailed", onFailed);
    await context.exposeFunction("reportViolation", (text: string) => void troubles.push(`security policy: ${text}`));
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
    trouble: { expect: (pattern: RegExp) => void expected.push(pattern) } satisfies ProblemWatch,
    found: () => troubles.filter((text) => !expected.some((pattern) => pattern.test(text))),
    stop() {
      browser.newContext = newContext;
    },
  };
}

/**
 * A page that is left takes its requests along; two are how Playwright aborts a request and goes offline; what the policy blocks
 * is counted as a violation.
 */
const CAUSED_BY_TEST = new Set(["csp", "net::ERR_ABORTED", "net::ERR_FAILED", "net::ERR_INTERNET_DISCONNECTED"]);

function isRefusedChange(response: Response): boolean {
  return !["GET", "HEAD"].includes(response.request().method()) && response.status() < 500;
}

/** Every answer of the API carries its id, which one that a test makes up lacks. */
function isServers(response: Response): boolean {
  return "x-request-id" in response.headers() || !new URL(response.url()).pathname.startsWith("/api/");
}

function placeOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
