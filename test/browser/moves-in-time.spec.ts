/** Durations and distances of the specification, measured with a mocked clock, so that a slow machine has no effect. */
import type { Page } from '@playwright/test'
import { scriptRun } from '../running/script-run.ts'
import { fillCart } from './page-kinds.ts'
import { expect, phone, test } from './shop-test.ts'

// The durations of slide animations are tested.
test.use({ reducedMotion: 'no-preference' })

test.describe('checkout errors', () => {
  test('[CHK-10 list on top, 100 px in 1000 ms, focus after 500 ms] the list scrolls to 100 px in a second, and gets the focus after half of it', async ({
    page,
    context,
    baseURL,
  }) => {
    await page.clock.install()
    await fillCart(context, baseURL)
    await page.goto('/checkout/')
    await scriptRun(page, 'checkout.client')
    const list = page.locator('ul.woocommerce-error')
    // The clock is paused, so a slow machine has no effect.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.locator('#place_order').evaluate((button: HTMLElement) => {
      button.scrollIntoView({ block: 'center', behavior: 'instant' })
      button.click()
    })
    await expect(list).toBeAttached()
    const steps = [{ at: 0, y: await page.evaluate(() => scrollY), top: 0, isFocused: false }]
    for (let at = 50; at <= 1100; at += 50) {
      await page.clock.runFor(50)
      const step = await list.evaluate((element) => ({
        y: scrollY,
        top: Math.round(element.getBoundingClientRect().top),
        isFocused: document.activeElement === element,
      }))
      steps.push({ at, ...step })
    }
    // The page scrolls continuously in small steps, without jumps or pauses.
    const moving = steps.filter(({ at }) => at <= 950)
    for (const [index, { at, y }] of moving.entries())
      if (index > 1) expect([at, y < (moving[index - 1]?.y ?? 0)]).toEqual([at, true])
    expect(steps.find(({ top, at }) => at > 0 && top === 100)?.at).toBeGreaterThan(900)
    expect(steps.find(({ at }) => at === 1050)?.top).toBe(100)
    expect(steps.filter(({ isFocused }) => isFocused).map(({ at }) => at)[0]).toBe(500)
    await expect(list).toBeFocused()
  })

  test('[CHK-10 list on top] is at the top of the form', async ({ page, context, baseURL }) => {
    await fillCart(context, baseURL)
    await page.goto('/checkout/')
    await scriptRun(page, 'checkout.client')
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

  /** Waits for the header's script, with the pointer away from the menu. Returns the position of the menu item. */
  async function ready(page: Page): Promise<{ x: number; y: number; width: number }> {
    await page.goto('/shop/')
    await page.mouse.move(300, 700)
    await page.mouse.move(320, 720)
    await scriptRun(page, 'header')
    const box = await item(page).boundingBox()
    if (!box) throw new Error('The menu has no place')
    return { x: box.x + 4, y: box.y + box.height / 2, width: box.width }
  }

  /** Dispatches a pointer event. With the mocked clock, a slow machine cannot run two checks between two moves. */
  const pointer = (page: Page, kind: string, x: number) =>
    item(page).evaluate(
      (element, [name, clientX]) =>
        element.dispatchEvent(
          new PointerEvent(name, { pointerType: 'mouse', clientX, bubbles: name !== 'pointerenter' }),
        ),
      [kind, x] as const,
    )

  test('[SITE-03 hover intent] a resting pointer opens it at the first check, after 100 ms', async ({ page }) => {
    await page.clock.install()
    await ready(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await pointer(page, 'pointerenter', 0)
    await page.clock.runFor(99)
    expect(await isOpen(page)).toBe(false)
    await page.clock.runFor(1)
    expect(await isOpen(page)).toBe(true)
  })

  test('[SITE-03 hover intent] moving 6 px or more between two checks keeps it closed, moving less opens it', async ({
    page,
  }) => {
    await page.clock.install()
    await ready(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    const opensAfterMovesOf = async (px: number): Promise<boolean> => {
      await pointer(page, 'pointerenter', 0)
      for (let look = 1; look <= 6; look++) {
        await pointer(page, 'pointermove', look * px)
        await page.clock.runFor(100)
      }
      const hasOpened = await isOpen(page)
      await pointer(page, 'pointerleave', 0)
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
