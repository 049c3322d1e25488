/** Wrapper that the build puts around every `import()`, replacing Vite's own, which is four times as large. */

/** Style sheets that are on their way, or have come. */
const styles = new Map<string, Promise<unknown>>()

/** Imports a module after its style sheets have loaded. `files` are relative to the site root; rejects if one fails. */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(fetchFile))
  return load().catch((error: unknown) => {
    // Until the page is left, a browser answers a file that did not come with the same failure: it needs another address.
    const url = /http\S+$/.exec(String(error))
    if (url) return importAddress(`${url[0]}?${Date.now()}`) as Promise<T>
    throw error
  })
}

/** `import()` as it is, which the build writes here: around one of this file it would put the wrapper again. */
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
