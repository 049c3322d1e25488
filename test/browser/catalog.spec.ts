import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { expect, phone, test } from './shop-test.ts'

/** Positions of the parts of the first card. */
const firstCard = (page: Page) =>
  page
    .locator('.products > .product')
    .first()
    .evaluate((card) => {
      const box = (selector: string) => {
        const { left, top, right, bottom } = card.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
        return { left, top, right, bottom }
      }
      return { picture: box('img'), price: box('.price'), button: box('.button'), name: box('h2') }
    })

type Box = Awaited<ReturnType<typeof firstCard>>['picture']
const isWithin = (inner: Box, outer: Box) =>
  inner.left >= outer.left - 1 &&
  inner.right <= outer.right + 1 &&
  inner.top >= outer.top - 1 &&
  inner.bottom <= outer.bottom + 1

test('[CAT-06] [CAT-07] price over the picture; the button inside it from 960 px, below it under that', async ({
  page,
}) => {
  for (const width of [390, 959, 960, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/shop/')
    const { picture, price, button } = await firstCard(page)
    expect([width, 'price over the picture', isWithin(price, picture)]).toEqual([width, 'price over the picture', true])
    expect([width, 'button inside', isWithin(button, picture)]).toEqual([width, 'button inside', width >= 960])
    if (width >= 960) expect(button.bottom).toBeLessThanOrEqual(price.top)
  }
})

test('[CAT-05] cards of one row have the same height', async ({ page }) => {
  await page.goto('/shop/')
  const rows = await page.locator('.products > .product').evaluateAll((cards) => {
    const byTop = new Map<number, Set<number>>()
    for (const card of cards) {
      const { top, height } = card.getBoundingClientRect()
      const heights = byTop.get(Math.round(top)) ?? new Set()
      byTop.set(Math.round(top), heights.add(Math.round(height)))
    }
    return [...byTop.values()].map((heights) => heights.size)
  })
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.every((different) => different === 1)).toBe(true)
})

test('[ATC-12] the first available size is selected; another shows its price, price by weight and SKU; without one the page asks for it', async ({
  page,
}) => {
  await page.goto(`/product/${demo.partlySoldOut}/`)
  const button = page.locator('.single_add_to_cart_button')
  await expect(page.getByRole('radio', { name: /^50 g/ })).toBeChecked()
  await expect(page.locator('.summary > .price')).toHaveText('$36.50')
  await expect(page.locator('.product_meta .sku')).toHaveText(/-50$/)
  await expect(page.locator('samovar-island[data-island="variation"]')).toHaveAttribute('data-awake', '')
  await page.locator('.reset_variations').click()
  await expect(page.locator('.summary > .price')).toContainText('$68.00')
  await expect(page.locator('.summary > .price')).not.toContainText('$19.50')
  await expect(page.locator('[data-pack]')).toHaveText('50–100 g')
  await expect(page.locator('.product_meta .sku')).toHaveText('GRN-LONGJING')
  const range = await page.locator('.summary > .price').textContent()
  await button.click()
  await expect(page.locator('form.cart')).toContainText('Choose a size.')
  await page.getByRole('radio', { name: /^100 g/ }).check()
  await expect(page.locator('.summary > .price')).not.toHaveText(range ?? '')
  await expect(page.locator('select[name=attribute_pa_size]')).toHaveValue('100-g')
  await expect(page.locator('.product_meta .sku')).toHaveText(/-100$/)
  await page.getByRole('radio', { name: /^50 g/ }).check()
  await expect(page.locator('[data-pack]')).toHaveText('50 g · $73.00 per 100 g · about 48 cups, $0.77 each')
  await page.getByRole('radio', { name: /^25 g/ }).check()
  await expect(page.locator('.single_variation')).toContainText('Sold out')
  await button.click()
  await expect(page.locator('form.cart')).toContainText('Sorry, this product is unavailable')
  await expect(page.locator('a.cart-contents .count')).toHaveCount(0)
})

test('[ATC-10] a click before hydration is not lost', async ({ page }) => {
  await page.route('**/assets/react-*.js', async (route) => {
    await new Promise((done) => setTimeout(done, 1500))
    await route.continue()
  })
  await page.goto(`/product/${demo.simple}/`, { waitUntil: 'commit' })
  const button = page.locator('.single_add_to_cart_button')
  await button.waitFor()
  await page.waitForFunction(() => document.body.classList.contains('woocommerce-js'))
  await button.click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1', { timeout: 20_000 })
  expect(new URL(page.url()).pathname).toBe(`/product/${demo.simple}/`)
})

test('a sold-out product says so on its card and links to similar ones', async ({ page }) => {
  await page.goto(`/product/${demo.soldOut}/`)
  await expect(page.locator('.summary .stock')).toContainText('Sold out')
  await page.locator('.summary').getByRole('link', { name: 'See similar' }).click()
  await expect(page.locator('#related')).toBeInViewport()
})

test('[SITE-06] the footer is at the bottom of a short page', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 2400 })
  await page.goto('/no-such-page/')
  const bottom = await page.locator('#colophon').evaluate((footer) => Math.round(footer.getBoundingClientRect().bottom))
  expect(bottom).toBe(2400)
})

test('[SITE-03 keyboard] the menu opens on hover intent and by keyboard; Escape closes it', async ({ page }) => {
  await page.goto('/shop/')
  const tea = page.locator('#masthead nav > ul > li').first()
  const oolong = tea.getByRole('link', { name: 'Oolong' })
  await expect(oolong).toBeHidden()
  await page.mouse.move(700, 500)
  await tea.hover()
  await expect(oolong).toBeVisible()
  await page.mouse.move(700, 500)
  await expect(oolong).toBeHidden()
  const expand = tea.getByRole('button', { name: 'More in Tea' })
  await tea.getByRole('link').first().focus()
  await expect(oolong).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(expand).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(oolong).toBeVisible()
  await expect(expand).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(oolong).toBeHidden()
  await expect(expand).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(tea.locator('ul a').first()).toBeFocused()
})

test('the keyboard reaches the main action of a page within a few tab stops', async ({ page }) => {
  for (const [path, target] of [
    [`/product/${demo.simple}/`, '#buy'],
    ['/shop/', '#products'],
  ] as const) {
    await page.goto(path)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.locator('.skip-link').nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator(target)).toBeFocused()
  }
  await page.goto('/')
  const stops: string[] = []
  for (let count = 0; count < 12; count += 1) {
    await page.keyboard.press('Tab')
    stops.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
  }
  expect(stops).toContain('Search')
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the sticky bar appears when the button is out of view and does the same', async ({ page }) => {
    await page.goto(`/product/${demo.simple}/`)
    const bar = page.locator('[data-add-bar] button')
    await scriptRun(page, 'sticky-add-to-cart')
    await scriptRun(page, 'cart')
    await page.locator('.single_add_to_cart_button').scrollIntoViewIfNeeded()
    await expect(bar).toBeHidden()
    await page.locator('#related').scrollIntoViewIfNeeded()
    await expect(bar).toBeVisible()
    // The bar covers no focused link, even at the end of the page.
    const covered = await page.locator('#colophon a').evaluateAll((links) => {
      const top = () => document.querySelector('[data-add-bar]')?.getBoundingClientRect().top ?? 0
      return links.filter((link) => {
        if (link instanceof HTMLElement) link.focus()
        return link.getBoundingClientRect().bottom > top()
      }).length
    })
    expect(covered).toBe(0)
    await bar.click()
    await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  })
})

test('with reduced motion cards and header do not move', async ({ browser }) => {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    ...(process.env.SAMOVAR_TEST_URL ? { baseURL: process.env.SAMOVAR_TEST_URL } : {}),
  })
  const page = await context.newPage()
  await page.goto('/shop/')
  const durations = await page
    .locator('.products img, #masthead, .products a')
    .evaluateAll((elements) =>
      elements.map((element) => Number.parseFloat(getComputedStyle(element).transitionDuration)),
    )
  expect(Math.max(...durations)).toBeLessThan(0.001)
  await context.close()
})
