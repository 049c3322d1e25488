/** Playwright's `test` for the shop: every page that a test opens must also keep its console clean. */
import { test as base, type Page } from '@playwright/test'

export { expect } from '@playwright/test'

type Shop = {
  /** What browsers complained about on any page of this test: errors, and what the page's own policy forbade. */
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
      context.on('page', (page) => listen(page, complaints))
      await use(complaints)
      base.expect(complaints, 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],
})

/** A page that is meant to answer 404 or 403 makes the browser say so; that is no fault of the page. */
const expected = /the server responded with a status of (404|403|422) /

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text()))
      complaints.push(`${page.url()}: ${message.text()}`)
  })
}
