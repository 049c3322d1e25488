/** Wrapper that the build puts around every `import()`, replacing Vite's own, which is four times as large. */

/** Style sheets that are loading or loaded. */
const styles = new Map<string, Promise<unknown>>()

/** Imports a module after its style sheets have loaded. `files` are relative to the site root; rejects if one fails. */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(fetchFile))
  return load().catch((error: unknown) => {
    // Browsers repeat the failure of a module until the page is left, so a retry needs another URL.
    const url = /http\S+$/.exec(String(error))
    if (url) return importAddress(`${url[0]}?${Date.now()}`) as Promise<T>
    throw error
  })
}

/** The build inserts a plain `import()` here: one in this file would be wrapped again. */
declare const importAddress: (url: string) => Promise<unknown>

async function fetchFile(file: string): Promise<void> {
  const href = `/${file}`
  if (!document.querySelector(`link[href="${href}"]`)) {
    const isStyle = file.endsWith('.css')
    const link = Object.assign(document.createElement('link'), { rel: isStyle ? 'stylesheet' : 'modulepreload', href })
    document.head.append(link)
    if (isStyle)
      styles.set(
        href,
        new Promise((resolve, reject) => {
          link.onload = resolve
          link.onerror = () => {
            // A failed file is requested again by the next import.
            link.remove()
            reject()
          }
        }),
      )
  }
  await styles.get(href)
}
