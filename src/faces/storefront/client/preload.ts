/** Wrapper that the build puts around every `import()`, replacing Vite's own, which is four times as large. */

const styles = new Map<string, Promise<unknown>>()

/** Imports a module after its style sheets have loaded. `files` are relative to the site root; rejects if one fails. */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(
    files.map(async (file) => (file.endsWith('.css') ? fetchStyle(`/${file}`) : addLink('modulepreload', `/${file}`))),
  )
  return load().catch((error: unknown) => {
    // Until the page is left, a browser answers a file that did not come with the same failure: it needs another address.
    const url = /http\S+$/.exec(String(error))
    if (url) return importAddress(`${url}?${Date.now()}`) as Promise<T>
    throw error
  })
}

/** `import()` as it is, which the build writes here: around one of this file it would put the wrapper again. */
declare const importAddress: (url: string) => Promise<unknown>

function addLink(rel: string, href: string): HTMLLinkElement | null {
  if (document.querySelector(`link[href="${href}"]`)) return null
  const link = Object.assign(document.createElement('link'), { rel, href })
  document.head.append(link)
  return link
}

async function fetchStyle(address: string): Promise<void> {
  const link = addLink('stylesheet', address)
  if (link)
    styles.set(
      address,
      new Promise((resolve, reject) => {
        link.onload = resolve
        link.onerror = () => {
          // A failed file is requested again by the next import.
          link.remove()
          reject()
        }
      }),
    )
  await styles.get(address)
}
