import { expect, type Page } from '@playwright/test'

/**
 * Waits until a script that the page loads by itself has run, by the name of its file: a page works before its scripts have
 * come, by links and forms, and presses that a script is to take have to wait for it. That the network is silent says less:
 * a slow machine runs a script after it has loaded.
 */
export async function scriptRun(page: Page, name: string): Promise<void> {
  // The rest is the hash of its content.
  const pattern = String.raw`/assets/${name}-[\w-]{7,8}\.js$`
  const hasRun = async (source: string): Promise<boolean> => {
    // Not by `performance`, which a page's own clock replaces.
    const loaded = await new Promise<PerformanceEntryList>((done) => {
      new PerformanceObserver((list, observer) => {
        observer.disconnect()
        done(list.getEntries())
      }).observe({ type: 'resource', buffered: true })
    })
    const file = loaded.find((entry) => new RegExp(source).test(entry.name))
    if (!file) return false
    // A script is run once: an import of one that has been asked for waits for the first.
    await import(file.name)
    return true
  }
  await expect.poll(() => page.evaluate(hasRun, pattern), { message: name, intervals: [20] }).toBe(true)
}
