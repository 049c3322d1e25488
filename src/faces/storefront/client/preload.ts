/** What the build puts around every `import()` of a browser's script, in place of Vite's own that weighs four times as much. */

const styles = new Map<string, Promise<unknown>>()

/**
 * Imports a module once its style sheets are there, and fetches the modules it needs along with it rather than one after
 * the other. `files` are named from the root of the site. Rejects where a style sheet or the module cannot be had.
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const isStyle = (file: string) => file.endsWith('.css')
  for (const file of files) if (!isStyle(file)) addLink('modulepreload', `/${file}`)
  await Promise.all(files.filter(isStyle).map((file) => fetchStyle(`/${file}`)))
  return load()
}

function addLink(rel: string, href: string): HTMLLinkElement | null {
  if (document.querySelector(`link[href="${href}"]`)) return null
  const link = Object.assign(document.createElement('link'), { rel, href })
  document.head.append(link)
  return link
}

async function fetchStyle(address: string): Promise<void> {
  const link = addLink('stylesheet', address)
  if (link) {
    const loaded = new Promise((resolve, reject) => {
      link.onload = resolve
      link.onerror = reject
    })
    // What did not load is asked for again by the next import.
    loaded.catch(() => link.remove())
    styles.set(address, loaded)
  }
  await styles.get(address)
}
