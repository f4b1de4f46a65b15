import type { ViolationReports } from "@groundcrew/shared/security";
import type { ReportedViolation } from "./queries.ts";

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
export function readReports(reports: ViolationReports, origin: string): ReportedViolation[] {
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
