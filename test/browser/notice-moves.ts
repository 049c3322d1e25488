/** Records and checks how a page scrolls to its notices (SITE-14), in windows much lower than the page. */
import type { Page } from '@playwright/test'
import { expect } from './shop-test.ts'

export type Move = {
  /** Texts of notices, and when they appeared in ms since the page started to load. */
  shown: { at: number; text: string }[]
  /** Frame times (ms) at which the page was scrolled. */
  scrolls: number[]
  /** When the first scroll was called. Its frame may have started before the notice appeared. */
  scrolledAt: number | null
  /** When timers of 500 ms are due. */
  due: number[]
  focus: { at: number; text: string } | null
}

/** Responses to forms and wallets are alerts. A page that only shows a result marks it with `data-notice`. */
const NOTICE = ':is([role=alert], [data-notice])'

/**
 * Records in every page when a notice appeared, when the page scrolled, and when a notice got the focus. Scrolls are
 * recorded with frame times, and the focus timer with its due time, because a slow machine delays both.
 */
export async function record(page: Page): Promise<void> {
  await page.addInitScript((notice) => {
    const move: Move = { shown: [], scrolls: [], scrolledAt: null, due: [], focus: null }
    Object.assign(window, { move })
    const texts = new WeakMap<Element, string>()
    new MutationObserver(() => {
      for (const element of document.querySelectorAll(notice)) {
        const text = element.textContent?.trim() ?? ''
        if (text !== '' && texts.get(element) !== text) move.shown.push({ at: performance.now(), text })
        texts.set(element, text)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
    const { scrollTo, setTimeout } = window
    Object.assign(window, {
      scrollTo(...args: unknown[]) {
        move.scrolledAt ??= performance.now()
        move.scrolls.push(Number(document.timeline.currentTime))
        Reflect.apply(scrollTo, window, args)
      },
      setTimeout(callback: () => void, ms = 0, ...args: unknown[]) {
        if (ms === 500) move.due.push(performance.now() + ms)
        return setTimeout(callback, ms, ...args)
      },
    })
    addEventListener('focusin', ({ target }) => {
      const { textContent } = target as Element
      if ((target as Element).closest(notice)) move.focus = { at: performance.now(), text: textContent ?? '' }
    })
  }, NOTICE)
}

/** Scrolls to the end of the page, once scrolling to the previous notice is over, and clears the recorded data. */
export const forget = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const settle = () => {
          scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
          const bottom = scrollY
          setTimeout(() => {
            if (scrollY !== bottom) return settle()
            Object.assign((window as unknown as { move: Move }).move, {
              shown: [],
              scrolls: [],
              scrolledAt: null,
              due: [],
              focus: null,
            })
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
  const read = () => page.evaluate(() => (window as unknown as { move: Move }).move)
  // On a short distance the last pixel is reached before the second is over.
  await expect.poll(async () => duration((await read()).scrolls)).toBeGreaterThanOrEqual(999)
  const { shown, scrolls, scrolledAt, due, focus } = await read()
  // All frames but the last are within one second.
  expect(duration(scrolls.slice(0, -1))).toBeLessThan(1000)
  // The page scrolls in many small steps.
  expect(scrolls.length).toBeGreaterThan(5)
  expect(focus?.text).toMatch(text)
  const appeared = shown.find((one) => (typeof text === 'string' ? one.text.includes(text) : text.test(one.text)))
  const focusedAt = focus?.at ?? 0
  expect(focusedAt - (appeared?.at ?? Number.NaN)).toBeGreaterThanOrEqual(480)
  const dueAt = due.findLast((at) => at <= focusedAt + 1) ?? Number.NaN
  expect(dueAt - (scrolledAt ?? Number.NaN)).toBeLessThan(510)
}

const duration = (frames: readonly number[]): number => (frames.at(-1) ?? 0) - (frames[0] ?? 0)
