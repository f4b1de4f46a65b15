import type { IncomingHttpHeaders } from "node:http";

const AGENT_MAX = 300;

/** The `User-Agent` of a request on one line, shortened; null without one. */
export function agentOf(headers: IncomingHttpHeaders): string | null {
  const agent = headers["user-agent"]?.replaceAll(/[^ -~]/g, " ").trim() ?? "";
  return agent === "" ? null : agent.slice(0, AGENT_MAX);
}
