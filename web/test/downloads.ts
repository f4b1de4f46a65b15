import { onTestFinished, vi } from "vitest";

/** A file that the page has saved. */
type SavedFile = { name: string; text: string };

/** Collects the files that the page saves instead of downloading them. */
export function watchDownloads(): SavedFile[] {
  const saved: SavedFile[] = [];
  const blobs = new Map<string, Blob>();
  const create = vi.spyOn(URL, "createObjectURL").mockImplementation((content) => {
    const address = `blob:${blobs.size}`;
    if (content instanceof Blob) blobs.set(address, content);
    return address;
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    const { href, download: name } = this;
    // `text()` would remove the byte order mark, which a spreadsheet needs.
    void blobs
      .get(href)
      ?.arrayBuffer()
      .then((bytes) => saved.push({ name, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) }));
  });
  onTestFinished(() => {
    create.mockRestore();
    click.mockRestore();
  });
  return saved;
}
