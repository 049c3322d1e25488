const loading = new Map<string, Promise<boolean>>()

/** Loads a third-party script, once for all callers. False if it cannot be loaded now. */
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
      // The next call tries again.
      loading.delete(url)
      script.remove()
      resolve(false)
    }
    document.head.append(script)
  })
