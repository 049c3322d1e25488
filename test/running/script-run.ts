import type { Page } from '@playwright/test'

/**
 * Waits until a script that the page loads by itself has run, by the name of its file: a page works before its scripts have
 * come, by links and forms, and presses that a script is to take have to wait for it. That the network is silent says less:
 * a slow machine runs a script after it has loaded.
 */
export async function scriptRun(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    async (pattern) => {
      const file = performance.getEntriesByType('resource').find((entry) => new RegExp(pattern).test(entry.name))
      // A script that has been asked for is run once: the second import waits for the first.
      return file !== undefined && (await import(file.name).then(() => true))
    },
    // The rest is the hash of its content.
    String.raw`/assets/${name}-[\w-]{7,8}\.js$`,
  )
}
