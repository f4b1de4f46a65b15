import { getDocumentProxy } from "unpdf";

/** A text on a page, with its place from the left and from the bottom (points). */
type PdfText = { text: string; left: number; right: number; bottom: number; size: number };

/** A page with its size (points), and its texts in the order in which they are drawn. */
export type PdfPage = { width: number; height: number; texts: PdfText[] };

/** Reads the pages of a PDF file. */
export async function readPdf(file: Buffer): Promise<PdfPage[]> {
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const pages: PdfPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [placed(item)] : []));
    pages.push({ width, height, texts });
  }
  return pages;
}

type Item = { str: string; transform: number[]; width: number; height: number };

function placed({ str: text, transform, width, height: size }: Item): PdfText {
  const [, , , , left = 0, bottom = 0] = transform;
  return { text, left, right: left + width, bottom, size };
}

/** The text of a page without spaces, which depend on where lines are broken. */
export function compactText({ texts }: PdfPage): string {
  return compact(texts.map(({ text }) => text).join(""));
}

/** A text without spaces. */
export function compact(text: string): string {
  return text.replaceAll(/\s+/g, "");
}
