/** How a page moves to its notices (SITE-14), in windows that are much lower than the page. */
import type { Page } from '@playwright/test'
import { expect } from './shop-test.ts'

export type Move = {
  /** Texts of notices and when they appeared, in ms since the page began. */
  shown: { at: number; text: string }[]
  /** Times of the frames in which the page was scrolled. */
  scrolls: number[]
  /** When the first scroll was called: its frame may have begun before the notice came. */
  scrolledAt: number | null
  /** When timers of half a second are due. */
  due: number[]
  focus: { at: number; text: string } | null
}

/** What a form or a wallet has answered is an alert, or the result of a page that has nothing else to say. */
const NOTICE = ':is([role=alert], [data-notice])'

/**
 * Records in every page when a notice appeared, the page scrolled, and a notice got the focus: frames by their own times, and
 * the timer of the focus by when it is due, so that a slow machine, which lets both wait, changes nothing.
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
  // The last pixel of a short way is reached before the time is over.
  await expect.poll(async () => duration((await read()).scrolls)).toBeGreaterThanOrEqual(999)
  const { shown, scrolls, scrolledAt, due, focus } = await read()
  // A second is over in the last frame, and not before.
  expect(duration(scrolls.slice(0, -1))).toBeLessThan(1000)
  // In many small steps, not in jumps.
  expect(scrolls.length).toBeGreaterThan(5)
  expect(focus?.text).toMatch(text)
  const appeared = shown.find((one) => (typeof text === 'string' ? one.text.includes(text) : text.test(one.text)))
  const focusedAt = focus?.at ?? 0
  expect(focusedAt - (appeared?.at ?? Number.NaN)).toBeGreaterThanOrEqual(480)
  const dueAt = due.findLast((at) => at <= focusedAt + 1) ?? Number.NaN
  expect(dueAt - (scrolledAt ?? Number.NaN)).toBeLessThan(510)
}

const duration = (frames: readonly number[]): number => (frames.at(-1) ?? 0) - (frames[0] ?? 0)
