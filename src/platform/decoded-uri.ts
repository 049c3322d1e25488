/** Without percent-encoding; the text itself if that is invalid. In a file of its own, because every page loads it. */
export function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
