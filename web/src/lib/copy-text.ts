/** Copies text to the clipboard. False if the browser refuses, as it does on pages served over plain http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
