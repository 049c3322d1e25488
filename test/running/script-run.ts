import { expect, type Page } from '@playwright/test'

/**
 * Waits until a script that the page loads by itself has run, given the name of its file. A page works by links and
 * forms before its scripts are loaded, so a test has to wait before presses that a script handles. Waiting for an idle
 * network is not enough: a slow machine runs a script some time after it has loaded.
 */
export async function scriptRun(page: Page, name: string): Promise<void> {
  // The rest of the file name is the hash of the content.
  const pattern = String.raw`/assets/${name}-[\w-]{7,8}\.js$`
  const hasRun = async (source: string): Promise<boolean> => {
    // `performance` is not used here because Playwright's fake clock replaces it.
    const loaded = await new Promise<PerformanceEntryList>((done) => {
      new PerformanceObserver((list, observer) => {
        observer.disconnect()
        done(list.getEntries())
      }).observe({ type: 'resource', buffered: true })
    })
    const file = loaded.find((entry) => new RegExp(source).test(entry.name))
    if (!file) return false
    // A script runs only once: importing one that is already requested waits for the first import.
    await import(file.name)
    return true
  }
  await expect.poll(() => page.evaluate(hasRun, pattern), { message: name, intervals: [20] }).toBe(true)
}
