/**
 * Durations and distances of the specification, measured inside the page, where the load of the machine has the least
 * effect.
 */
import type { Page } from '@playwright/test'
import { fillCart } from './page-kinds.ts'
import { expect, phone, test } from './shop-test.ts'

test.describe('checkout errors', () => {
  type Move = { readonly scrolls: { at: number; y: number }[]; focusAt: number; top: number }

  /** Presses the button, and records when the window scrolled and when the list got the focus. */
  const press = (page: Page): Promise<Move> =>
    page.evaluate(async () => {
      const move: Move = { scrolls: [], focusAt: 0, top: 0 }
      const button = document.querySelector<HTMLElement>('#place_order')
      button?.scrollIntoView({ block: 'center', behavior: 'instant' })
      await new Promise((done) => setTimeout(done, 300))
      let start = 0
      // The list is inserted and the scrolling starts in the same task.
      new MutationObserver(() => {
        if (start === 0 && document.querySelector('ul.woocommerce-error')) start = performance.now()
      }).observe(document.body, { childList: true, subtree: true })
      addEventListener('focusin', ({ target }) => {
        if ((target as Element).matches('ul.woocommerce-error')) move.focusAt ||= performance.now() - start
      })
      addEventListener('scroll', () => start && move.scrolls.push({ at: performance.now() - start, y: scrollY }))
      button?.click()
      await new Promise((done) => setTimeout(done, 2500))
      move.top = document.querySelector('ul.woocommerce-error')?.getBoundingClientRect().top ?? Number.NaN
      return move
    })

  test('[CHK-10 list on top, 100 px in 1000 ms, focus after 500 ms] the list scrolls to 100 px in a second, and gets the focus after half of it', async ({
    page,
    context,
    baseURL,
  }) => {
    await fillCart(context, baseURL)
    await page.goto('/checkout/')
    await page.waitForLoadState('networkidle')
    const { scrolls, focusAt, top } = await press(page)
    expect(Math.round(top)).toBe(100)
    const last = scrolls.at(-1)
    expect(last?.at).toBeGreaterThan(900)
    expect(last?.at).toBeLessThan(1400)
    // Scrolling all the time, in many small steps: neither a jump nor a pause.
    expect(scrolls.filter(({ at }) => at < 500).length).toBeGreaterThan(3)
    expect(scrolls.map(({ y }) => y)).toEqual(scrolls.map(({ y }) => y).toSorted((a, b) => b - a))
    expect(focusAt).toBeGreaterThanOrEqual(495)
    expect(focusAt).toBeLessThan(900)
    await expect(page.locator('ul.woocommerce-error')).toBeFocused()
  })

  test('[CHK-10 list on top] is at the top of the form', async ({ page, context, baseURL }) => {
    await fillCart(context, baseURL)
    await page.goto('/checkout/')
    await page.waitForLoadState('networkidle')
    await page.locator('#place_order').click()
    const list = page.locator('form.checkout ul.woocommerce-error')
    await expect(list).toBeVisible()
    const isFirst = await list.evaluate((element) => {
      const field = document.querySelector('form.checkout input:not([type=hidden])')
      return field !== null && (element.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    })
    expect(isFirst).toBe(true)
  })
})

test.describe('the menu', () => {
  const item = (page: Page) => page.locator('#masthead [data-has-children]').first()
  const isOpen = (page: Page) => item(page).evaluate((element) => element.hasAttribute('data-open'))

  /** The header's script has loaded, and the pointer is away from the menu. */
  async function ready(page: Page): Promise<{ x: number; y: number; width: number }> {
    await page.goto('/shop/')
    const script = page.waitForResponse(/header/)
    await page.mouse.move(300, 700)
    await page.mouse.move(320, 720)
    await script
    await page.waitForLoadState('networkidle')
    const box = await item(page).boundingBox()
    if (!box) throw new Error('The menu has no place')
    return { x: box.x + 4, y: box.y + box.height / 2, width: box.width }
  }

  /**
   * Moves the pointer into the item and along it, step by step, by the page's own clock; returns when the menu opened.
   */
  const wander = (page: Page, step: { px: number; everyMs: number; forMs: number }): Promise<number | null> =>
    item(page).evaluate(async (element, { px, everyMs, forMs }) => {
      const { left, top, height } = element.getBoundingClientRect()
      let x = left + 4
      const send = (kind: string) =>
        element.dispatchEvent(
          new PointerEvent(kind, {
            pointerType: 'mouse',
            clientX: x,
            clientY: top + height / 2,
            bubbles: kind !== 'pointerenter',
          }),
        )
      let openedAt: number | null = null
      const start = performance.now()
      new MutationObserver(() => {
        openedAt ??= performance.now() - start
      }).observe(element, { attributeFilter: ['data-open'] })
      send('pointerenter')
      while (performance.now() - start < forMs && openedAt === null) {
        x += px
        send('pointermove')
        await new Promise((done) => setTimeout(done, everyMs))
      }
      return openedAt
    }, step)

  test('[SITE-03 hover intent] a resting pointer opens it at the first check, after 100 ms', async ({ page }) => {
    await ready(page)
    const openedAt = await wander(page, { px: 0, everyMs: 10, forMs: 1500 })
    expect(openedAt).toBeGreaterThanOrEqual(99)
    expect(openedAt).toBeLessThan(400)
  })

  test('[SITE-03 hover intent] moving 6 px or more between two checks keeps it closed, moving less opens it', async ({
    page,
  }) => {
    // The page's clock is mocked, so that a slow machine cannot put two checks between two moves.
    await page.clock.install()
    await ready(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    const step = (kind: string, x: number) =>
      item(page).evaluate(
        (element, [name, clientX]) =>
          element.dispatchEvent(
            new PointerEvent(name, { pointerType: 'mouse', clientX, bubbles: name !== 'pointerenter' }),
          ),
        [kind, x] as const,
      )
    const opensAfterMovesOf = async (px: number): Promise<boolean> => {
      await step('pointerenter', 0)
      for (let look = 1; look <= 6; look++) {
        await step('pointermove', look * px)
        await page.clock.runFor(100)
      }
      const hasOpened = await isOpen(page)
      await step('pointerleave', 0)
      return hasOpened
    }
    expect(await opensAfterMovesOf(6)).toBe(false)
    expect(await opensAfterMovesOf(5)).toBe(true)
  })

  test('[SITE-03 hover intent] above 1023 px it is shown in the header and opens on hover', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 800 })
    const place = await ready(page)
    await page.mouse.move(place.x + place.width / 2, place.y, { steps: 3 })
    await expect.poll(() => isOpen(page)).toBe(true)
    await expect(item(page).locator('ul')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeHidden()
  })

  test('[SITE-03 slide-out menu] up to 1023 px it slides out instead', async ({ page }) => {
    await page.setViewportSize({ width: 1023, height: 800 })
    await page.goto('/shop/')
    await expect(item(page)).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.locator('#site-menu')
    await expect(menu).toBeVisible()
    await expect
      .poll(async () => Math.round(((await menu.boundingBox())?.x ?? 0) + ((await menu.boundingBox())?.width ?? 0)))
      .toBe(1023)
  })

  test('[SITE-03 keyboard] its button opens it, Tab goes through it, Escape closes it', async ({ page }) => {
    await ready(page)
    await item(page).locator('a').first().focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(item(page).locator('ul')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(item(page).locator('ul a').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(item(page).locator('ul')).toBeHidden()
    await expect(item(page).locator('.menu-expand')).toBeFocused()
  })

  test.describe('on a phone', () => {
    test.use(phone)
    test('[SITE-03 slide-out menu] is built from the same entries as the header menu', async ({ page }) => {
      await page.goto('/shop/')
      const entries = (of: string) =>
        page.locator(`${of} a`).evaluateAll((all) => all.map((one) => one.getAttribute('href')))
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      const slideOut = await entries('#site-menu')
      for (const href of await entries('#masthead nav')) expect(slideOut).toContain(href)
    })
  })
})
