import { listViolations, reportViolations, type ViolationReports } from "@groundcrew/shared/security";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import type { SharedDb } from "../platform/db/index.ts";
import { answer, Problem, route } from "../platform/http/index.ts";
import { networkOf } from "../platform/throttle/index.ts";
import { insertViolations, selectViolations, type ReportedViolation } from "./queries.ts";

const PER_MINUTE = { network: 30, all: 300 };

type SecurityRoutes = {
  db: SharedDb;
  /** URL of the console, known once the server listens. */
  publicUrl: () => string;
  now: () => number;
};

/** Receives browsers' reports of content security policy violations, and lists them for admins. */
export function securityRoutes(app: FastifyInstance, { db, publicUrl, now }: SecurityRoutes): void {
  const count = countPerMinute(now);

  route(app, reportViolations, async ({ body, request }) => {
    if (!count(networkOf(request.ip))) {
      throw new Problem(429, "Too many reports have been sent. Try again in a minute.", {
        headers: { "retry-after": "60" },
      });
    }
    await insertViolations(db, readReports(body, new URL(publicUrl()).origin), new Date(now()));
    return answer(204, null);
  });

  route(app, listViolations, async () => answer(200, await selectViolations(db)));
}

/** Counts a report from a network. Returns false once the network, or all of them together, reached the limit for this minute. */
function countPerMinute(now: () => number): (network: string) => boolean {
  let minute = 0;
  let all = 0;
  let counts = new Map<string, number>();
  return (network) => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) {
      minute = current;
      all = 0;
      counts = new Map();
    }
    const count = (counts.get(network) ?? 0) + 1;
    if (all >= PER_MINUTE.all || count > PER_MINUTE.network) return false;
    all += 1;
    counts.set(network, count);
    return true;
  };
}

type Report = {
  document: string | undefined;
  directive: string | undefined;
  blocked: string | null | undefined;
  source: string | null | undefined;
  line: number | null | undefined;
};

/**
 * The violations on pages of the console at `origin`, in either format that browsers send. The query of an address is removed, because it
 * may contain a secret. Violations by browser extensions are left out: they cannot be fixed here.
 */
function readReports(reports: ViolationReports, origin: string): ReportedViolation[] {
  return plainReports(reports).flatMap(({ document, directive, blocked, source, line }) => {
    const page = document !== undefined && URL.canParse(document) ? new URL(document) : null;
    if (page?.origin !== origin || isExtension(blocked) || isExtension(source)) return [];
    return {
      directive: firstWord(directive ?? "") || "unknown",
      blocked: withoutQuery(blocked ?? ""),
      source: withoutQuery(source ?? ""),
      line: line ?? null,
      page: page.pathname,
    };
  });
}

function plainReports(reports: ViolationReports): Report[] {
  if (!Array.isArray(reports)) {
    const report = reports["csp-report"];
    return [
      {
        document: report["document-uri"],
        directive: report["effective-directive"] ?? report["violated-directive"],
        blocked: report["blocked-uri"],
        source: report["source-file"],
        line: report["line-number"],
      },
    ];
  }
  return reports.flatMap(({ type, body }) =>
    type !== "csp-violation" || !body
      ? []
      : {
          document: body.documentURL,
          directive: body.effectiveDirective,
          blocked: body.blockedURL,
          source: body.sourceFile,
          line: body.lineNumber,
        },
  );
}

function isExtension(address: string | null | undefined): boolean {
  return /^[\w-]+-extension:/.test(address ?? "");
}

/** Older browsers send the directive followed by all its sources. */
function firstWord(directive: string): string {
  return directive.trim().split(/\s/, 1)[0] ?? "";
}

function withoutQuery(address: string): string {
  if (!URL.canParse(address)) return withoutControls(address.split(/[?#]/, 1)[0] ?? "");
  const { protocol, host, pathname } = new URL(address);
  return withoutControls(host === "" ? protocol : `${protocol}//${host}${pathname}`);
}

/** PostgreSQL cannot store NUL, and control characters do not belong in a table. */
function withoutControls(value: string): string {
  return value.toWellFormed().replaceAll(/\p{Cc}/gu, " ");
}
