import { parseUrl, type SettingsReader } from "./read-settings.ts";

/** A bucket of an S3-compatible store, and the key that opens it. `endpoint` ends without a slash. */
export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

// Names with dots are legal but do not fit certificates.
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** All of it or nothing. */
export function readImageStore(reader: SettingsReader): S3Settings | null {
  const endpoint = reader.text("S3_ENDPOINT");
  const bucket = reader.text("S3_BUCKET");
  const region = reader.text("S3_REGION") ?? "us-east-1";
  const accessKeyId = reader.text("S3_ACCESS_KEY_ID");
  const secretAccessKey = reader.text("S3_SECRET_ACCESS_KEY");
  const given = [endpoint, bucket, accessKeyId, secretAccessKey];
  if (given.every((each) => each === null)) return null;
  if (endpoint === null || bucket === null || accessKeyId === null || secretAccessKey === null) {
    reader.mistakes.push("S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.");
    return null;
  }
  const url = parseUrl(endpoint, ["http:", "https:"]);
  if (url === null || `${url.origin}/` !== url.href) {
    reader.mistakes.push("S3_ENDPOINT must be an address like https://s3.example.com without a path.");
  }
  if (!BUCKET.test(bucket)) {
    reader.mistakes.push("S3_BUCKET must be 3 to 63 lower-case letters, digits and dashes.");
  }
  return { endpoint: url?.origin ?? endpoint, bucket, region, accessKeyId, secretAccessKey };
}
