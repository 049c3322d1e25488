const loading = new Map<string, Promise<boolean>>()

/** Loads another server's script, once however often it is asked for. False: it cannot be loaded now. */
export function loadScript(url: string): Promise<boolean> {
  const loaded = loading.get(url) ?? append(url)
  loading.set(url, loaded)
  return loaded
}

const append = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = url
    script.onload = () => resolve(true)
    script.onerror = () => {
      // The next one to ask tries again.
      loading.delete(url)
      script.remove()
      resolve(false)
    }
    document.head.append(script)
  })
