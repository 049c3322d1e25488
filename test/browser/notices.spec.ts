/** What every kind of notice does, with and without a page load: the page scrolls to it, and the focus follows. */
import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { fillCart } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

/** Pages are much longer than the window. */
test.use({ viewport: { width: 800, height: 420 } })

type Move = { shown: number; scrolls: number[]; focus: { at: number; text: string } | null }

/** Records in every page when an alert appeared, the window scrolled, and an alert got the focus, by the page's clock. */
async function record(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const move: Move = { shown: 0, scrolls: [], focus: null }
    Object.assign(window, { move })
    const texts = new WeakMap<Element, string>()
    new MutationObserver(() => {
      for (const alert of document.querySelectorAll('[role=alert]')) {
        const text = alert.textContent?.trim() ?? ''
        if (text !== '' && texts.get(alert) !== text) move.shown = performance.now()
        texts.set(alert, text)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
    addEventListener('scroll', () => move.scrolls.push(performance.now()))
    addEventListener('focusin', ({ target }) => {
      const { textContent } = target as Element
      if ((target as Element).closest('[role=alert]')) move.focus = { at: performance.now(), text: textContent ?? '' }
    })
  })
}

/** From the far end of the page, where the pressed control may be. */
const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
    return new Promise<void>((done) =>
      setTimeout(() => {
        Object.assign((window as unknown as { move: Move }).move, { scrolls: [], focus: null })
        done()
      }, 100),
    )
  })

async function expectRevealed(page: Page, text: string | RegExp): Promise<void> {
  const alert = page.locator('[role=alert]:focus, [role=alert] :focus').filter({ hasText: text })
  await expect(alert).toBeVisible()
  const top = () => alert.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  await expect.poll(top).toBe(100)
  const { shown, scrolls, focus } = await page.evaluate(() => (window as unknown as { move: Move }).move)
  const [first, last] = [scrolls[0] ?? 0, scrolls.at(-1) ?? 0]
  // The last pixel of a short way is reached before the time is over.
  expect(last - first).toBeGreaterThan(400)
  expect(last - first).toBeLessThan(1400)
  // In many small steps, not in jumps.
  expect(scrolls.length).toBeGreaterThan(5)
  expect(focus?.text).toMatch(text)
  expect((focus?.at ?? 0) - shown).toBeGreaterThanOrEqual(480)
  expect((focus?.at ?? 0) - first).toBeLessThan(900)
}

async function signInWrongly(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('#user_login').fill('nobody@shop.test')
  await page.locator('#user_pass').fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('[SITE-14 scrolls, focus] the page scrolls to every kind of notice and focuses it: 100 px above, in 1000 ms, after 500 ms', async ({
  page,
  context,
  baseURL,
}) => {
  await record(page)
  for (const path of ['/my-account/', '/wp-login.php']) {
    await signInWrongly(page, path)
    await expectRevealed(page, /do not (match|belong)/)
  }
  await page.goto(`/product/${demo.another}/`)
  const id = await page.locator('form.cart [name="add-to-cart"]').getAttribute('value')
  await page.goto(`/product/${demo.another}/?add-to-cart=${id}`)
  await expectRevealed(page, /added to your cart/)
  await fillCart(context, baseURL)
  await page.goto('/cart/?remove_item=x')
  await expectRevealed(page, /had been open for too long/)

  await page.goto('/cart/')
  await page.getByText('Have a coupon?').click()
  await page.getByLabel('Coupon code').fill('nope')
  await forget(page)
  await page.getByLabel('Coupon code').press('Enter')
  await expectRevealed(page, /nope/)
  await forget(page)
  await page.locator('td.product-remove a').first().focus()
  await page.keyboard.press('Enter')
  await expectRevealed(page, /removed\. Undo/)

  await page.goto('/checkout/')
  await page.locator('a.showcoupon').click()
  await page.locator('#coupon_code').fill('nope')
  await forget(page)
  await page.locator('#coupon_code').press('Enter')
  await expectRevealed(page, /nope/)
})

test.describe('with less motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('[SITE-14] it jumps to a notice, which gets the focus all the same', async ({ page }) => {
    await record(page)
    await signInWrongly(page, '/my-account/')
    const alert = page.locator('[role=alert]:focus, [role=alert] :focus')
    await expect(alert).toContainText(/do not (match|belong)/)
    expect(await alert.evaluate((element) => Math.round(element.getBoundingClientRect().top))).toBe(100)
    expect(await page.evaluate(() => (window as unknown as { move: Move }).move.scrolls.length)).toBe(1)
  })
})
