/** Playwright's `test` for the shop: every page that a test opens also has to keep its console clean. */
import { test as base, type Page } from '@playwright/test'

export { expect } from '@playwright/test'

type Shop = {
  /** Browser errors, CSP violations and warnings of our own making on any page of this test. */
  complaints: string[]
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

export const test = base.extend<Shop>({
  baseURL: async ({}, use) => {
    await use(process.env.SAMOVAR_TEST_URL)
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const listenTo = (page: Page): void => listen(page, complaints)
      context.on('page', listenTo)
      await use(complaints)
      // A context may serve several tests.
      context.off('page', listenTo)
      base.expect(complaints, 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],
})

/** Removes what the browser reported about requests that the test itself made fail. */
export function forgetFailedLoads(complaints: string[]): void {
  const others = complaints.filter((text) => !/Failed to load resource/.test(text))
  complaints.splice(0, complaints.length, ...others)
}

/**
 * Makes the first request to `url` fail. Not with `times: 1`: when the last route ends, Chromium may hold the next request
 * for ever.
 */
export async function abortFirst(page: Page, url: string, reason = 'failed'): Promise<void> {
  let isFirst = true
  await page.route(url, async (route) => {
    if (!isFirst) return route.fallback()
    isFirst = false
    return route.abort(reason)
  })
}

/** Holds requests to `url` until the returned function is called. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(url, async (route) => {
    await held
    await route.continue()
  })
  return release
}

const noFault = [
  /** The browser reports such responses even if they are expected. */
  /the server responded with a status of (404|403|422) /,
  /** A navigation during a view transition is harmless, and tests do it often. */
  /Transition was (skipped|aborted)/,
]

/** Warnings that only our own pages cause: a message to the wrong window, a file that nobody uses, a script in a mail. */
const ownWarnings = /postMessage|preload|Blocked script/

function listen(page: Page, complaints: string[]): void {
  const note = (text: string) => {
    if (!noFault.some((pattern) => pattern.test(text))) complaints.push(`${page.url()}: ${text}`)
  }
  page.on('pageerror', (error) => note(error.message))
  page.on('console', (message) => {
    const isOurs = message.type() === 'warning' && ownWarnings.test(message.text())
    if (isOurs || message.type() === 'error') note(message.text())
  })
}
