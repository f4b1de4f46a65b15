import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.ts";

const PROGRAM = fileURLToPath(import.meta.resolve("s3rver/bin/s3rver.js"));
const BUCKET = "images";
/** The access key that this server accepts. */
const KEY = "S3RVER";

/**
 * An S3-compatible server with a bucket, in its own process, that stores its objects in a folder. It accepts one access key, and
 * checks only the format of signatures.
 */
export async function openS3Server(folder: string) {
  const port = await freePort();
  let child = await launch(folder, port);

  async function kill(): Promise<void> {
    const ended = once(child, "close");
    child.kill("SIGKILL");
    await ended;
  }

  return {
    access: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: "us-east-1",
      accessKeyId: KEY,
      secretAccessKey: KEY,
    },
    kill,
    async restart(): Promise<void> {
      child = await launch(folder, port);
    },
    stop: kill,
  };
}

async function launch(folder: string, port: number): Promise<ChildProcess> {
  const options = ["--directory", folder, "--address", "127.0.0.1", "--port", String(port), "--no-vhost-buckets"];
  const child = spawn(process.execPath, [PROGRAM, ...options, "--silent", "--configure-bucket", BUCKET], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface(child.stdout)) {
    if (line.includes(`listening on 127.0.0.1:${port}`)) return child;
  }
  throw new Error("The S3 server did not start.");
}
