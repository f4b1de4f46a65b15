/** Longest parameter of a path that is read: what fits into a request's head, so that each is judged by its endpoint. */
export const MAX_PARAMETER = 16_384;

/** Whether an address, with or without its query, is one of the API. */
export function isOfApi(url: string): boolean {
  const [path = ""] = url.split("?", 1);
  return /^\/api(\/|$)/.test(isDecodable(path) ? decodeURIComponent(path) : path);
}

/**
 * Where a request is taken to. An address that cannot be decoded would be refused before anything that holds for every answer is
 * done, so it becomes the address of nothing.
 */
export function readableUrl({ url = "/" }: { url?: string | undefined }): string {
  const [path = ""] = url.split("?", 1);
  if (isDecodable(path)) return url;
  return isOfApi(url) ? "/api/unreadable" : "/unreadable";
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
