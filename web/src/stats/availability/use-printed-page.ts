import { useEffect } from "react";

/** Prints on A4 pages with their numbers, and a text at the left of each, while the component is displayed. */
export function usePrintedPage(text = ""): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page {
      size: A4 portrait;
      margin: 14mm 12mm 16mm;
      @bottom-left { content: ${JSON.stringify(text)}; font: 9pt sans-serif; }
      @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt sans-serif; }
    }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    };
  }, [text]);
}
