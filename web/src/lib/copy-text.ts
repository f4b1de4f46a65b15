/** Puts text on the clipboard. False when the browser refuses, as it does on pages that came over plain http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
