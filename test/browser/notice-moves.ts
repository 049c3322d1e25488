/** How a page moves to its notices (SITE-14), in windows that are much lower than the page. */
import type { Page } from '@playwright/test'
import { expect } from './shop-test.ts'

export type Move = { scrolls: number[]; focus: { at: number; text: string } | null }

/** What a form or a wallet has answered is an alert, or the result of a page that has nothing else to say. */
const NOTICE = ':is([role=alert], [data-notice])'

/**
 * Records in every page when it was scrolled, and when a notice got the focus, by the page's clock: its timers and frames come
 * at their times, however slow the machine is.
 */
export async function record(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript((notice) => {
    const move: Move = { scrolls: [], focus: null }
    Object.assign(window, { move })
    const { scrollTo } = window
    window.scrollTo = (...args: unknown[]) => {
      move.scrolls.push(performance.now())
      Reflect.apply(scrollTo, window, args)
    }
    addEventListener('focusin', ({ target }) => {
      const { textContent } = target as Element
      if ((target as Element).closest(notice)) move.focus = { at: performance.now(), text: textContent ?? '' }
    })
  }, NOTICE)
}

/** From the far end of the page, where the pressed control may be, once a scroll to the last notice is over. */
export const forget = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const settle = () => {
          scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
          const bottom = scrollY
          setTimeout(() => {
            if (scrollY !== bottom) return settle()
            Object.assign((window as unknown as { move: Move }).move, { scrolls: [], focus: null })
            done()
          }, 100)
        }
        settle()
      }),
  )

export async function expectRevealed(page: Page, text: string | RegExp): Promise<void> {
  const notice = page.locator(`${NOTICE}:focus, ${NOTICE} :focus`).filter({ hasText: text })
  await expect(notice).toBeVisible()
  const top = () => notice.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  await expect.poll(top).toBe(100)
  const { scrolls, focus } = await page.evaluate(() => (window as unknown as { move: Move }).move)
  const [first, last] = [scrolls[0] ?? 0, scrolls.at(-1) ?? 0]
  // The last pixel of a short way is reached before the time is over.
  expect(last - first).toBeGreaterThan(400)
  expect(last - first).toBeLessThan(1400)
  // In many small steps, not in jumps.
  expect(scrolls.length).toBeGreaterThan(5)
  expect(focus?.text).toMatch(text)
  // The scroll begins two frames after the notice is there, and the focus comes after half of it.
  const focusedAfter = (focus?.at ?? 0) - first
  expect(focusedAfter).toBeGreaterThan(440)
  expect(focusedAfter).toBeLessThan(510)
}
