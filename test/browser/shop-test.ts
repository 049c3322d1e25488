/** Playwright's `test` for the shop. It also fails if any page that the test opens reports errors in the console. */
import { type BrowserContextOptions, test as base, type Page } from '@playwright/test'
import { isLongRun } from '../running/long-run.ts'
import { ReusedContexts } from './reused-contexts.ts'

export { expect } from '@playwright/test'

type Shop = {
  /** Whether the cache is empty: for tests of sizes, of loading, and of what moves meanwhile. */
  isFirstVisit: boolean
  /** Where Playwright collects what tests `use` of a context's options. */
  _combinedContextOptions: BrowserContextOptions
  /** Browser errors, CSP violations and warnings that our own code causes, on any page of this test. */
  complaints: string[]
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

export const test = base.extend<Shop, { contexts: ReusedContexts }>({
  baseURL: async ({}, use) => {
    await use(process.env.SAMOVAR_TEST_URL)
  },
  isFirstVisit: [isLongRun, { option: true }],
  contexts: [
    async ({}, use) => {
      const contexts = new ReusedContexts()
      await use(contexts)
      await contexts.close()
    },
    { scope: 'worker' },
  ],
  _combinedContextOptions: async ({ _combinedContextOptions }, use) => {
    await use(_combinedContextOptions)
  },
  context: async ({ browser, contexts, isFirstVisit, _combinedContextOptions, actionTimeout }, use, testInfo) => {
    const options = JSON.stringify([_combinedContextOptions, actionTimeout, isFirstVisit])
    await use(await contexts.take(options, browser))
    const hasFailed = testInfo.status !== testInfo.expectedStatus
    await contexts.giveBack(options, { isDone: isFirstVisit || hasFailed })
  },
  page: async ({ context }, use) => {
    await use(context.pages()[0] ?? (await context.newPage()))
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const listenTo = (page: Page): void => listen(page, complaints)
      for (const page of context.pages()) listenTo(page)
      context.on('page', listenTo)
      await use(complaints)
      context.off('page', listenTo)
      base.expect(complaints, 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],
})

/** Removes the browser's reports about requests that the test itself made fail. */
export function forgetFailedLoads(complaints: string[]): void {
  const others = complaints.filter((text) => !/Failed to load resource/.test(text))
  complaints.splice(0, complaints.length, ...others)
}

/**
 * Makes the first request to `url` fail. Not with `times: 1`: when the last route ends, Chromium may hold the next
 * request forever.
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
  /** The browser reports such responses even if the test expects them. */
  /the server responded with a status of (404|403|422) /,
  /** Navigating during a view transition is harmless, and tests often do it. */
  /Transition was (skipped|aborted)/,
]

/**
 * Warnings that only our pages cause: a message to the wrong window, an unused preload, a script in an email preview.
 */
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
