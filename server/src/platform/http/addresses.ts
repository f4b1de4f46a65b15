/** Longest path parameter, in characters. As long as a request line can be, so that each endpoint validates its own parameters. */
export const MAX_PARAMETER = 16_384;

/** Whether a URL, with or without its query, belongs to the API. */
export function isApiPath(url: string): boolean {
  const [path = ""] = url.split("?", 1);
  return /^\/api(\/|$)/.test(isDecodable(path) ? decodeURIComponent(path) : path);
}

/**
 * The URL by which a request is routed. A path that cannot be decoded would be rejected before any hook runs, without the security
 * headers, so it is replaced by a path that does not exist.
 */
export function readableUrl({ url = "/" }: { url?: string | undefined }): string {
  const [path = ""] = url.split("?", 1);
  if (isDecodable(path)) return url;
  return isApiPath(url) ? "/api/unreadable" : "/unreadable";
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
