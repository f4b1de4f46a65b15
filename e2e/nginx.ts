import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { ensureProgram } from "../scripts/debian-programs.ts";
import { freePort } from "../server/test/free-port.ts";

/** nginx in front of a server, with its default settings apart from where its files are. */
export async function startNginx(upstream: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "groundcrew-nginx-"));
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // Without a second process, nginx stays the user who owns the folder.
  const settings = `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit; events {}
http { access_log off; ${temporary.join(" ")} server { listen 127.0.0.1:${port}; location / { proxy_pass ${upstream}; } } }`;
  await writeFile(join(folder, "nginx.conf"), settings);
  const child = spawn(ensureProgram("nginx"), ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "close");
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(url).then(
        ({ status }) => status,
        () => null,
      ),
    )
    .toBe(200);
  return {
    url,
    async stop() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
