/** Visual details: elements that shift, are cut off, too small or misaligned. */
import type { Page } from '@playwright/test'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { cardFrame, fillCheckout, signInByForm } from '../running/shopper.ts'
import { expect, phone, test } from './shop-test.ts'

const addToCart = '/?wc-ajax=add_to_cart'

test('nothing in the header shifts when the cart count loads', async ({ page }) => {
  await page.goto(`/product/${demo.simple}/`)
  const places = () =>
    page
      .locator('#masthead a:visible, #masthead button:visible')
      .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().left)))
  const before = await places()
  await page.locator('.single_add_to_cart_button').click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  expect(await places()).toEqual(before)
})

test('the samovar of the hero picture is fully visible at 1440 and 1920 px', async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [1920, 1000],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const image = page.locator('main img').first()
    const [shown, natural] = await image.evaluate((element: HTMLImageElement) => [
      element.clientWidth / element.clientHeight,
      element.naturalWidth / element.naturalHeight,
    ])
    expect(Math.abs((shown ?? 0) - (natural ?? 1)), `at ${width} px`).toBeLessThan(0.02)
  }
})

test('the message of an applied coupon has a box of its own', async ({ page }) => {
  await page.request.post(addToCart, { form: { product_id: await idOf(page, demo.simple) } })
  // Until its script has run, Enter triggers the form's first button, which is not the coupon button.
  await page.goto('/cart/')
  await scriptRun(page, 'cart-page')
  await page.getByText('Have a coupon?').click()
  await page.locator('#coupon_code').fill('WELCOME10')
  await page.locator('#coupon_code').press('Enter')
  const message = page.locator('div.woocommerce-message')
  await expect(message).toContainText('Coupon code applied successfully.')
  await expect(message).toHaveCSS('border-left-width', '4px')
})

test('the checkout form is aligned with its heading, and the card field uses the shop’s font', async ({ page }) => {
  await page.request.post(addToCart, { form: { product_id: await idOf(page, demo.simple) } })
  await page.goto('/checkout/')
  const left = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Math.round(element.getBoundingClientRect().left))
  expect(await left('.site-title')).toBe(await left('main h1'))
  const number = cardFrame(page).locator('#number')
  await expect(number).toHaveCSS('font-family', /^"Source Sans 3"/)
  await expect
    .poll(() => number.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`)))
    .toEqual([expect.stringMatching(/^"?Source Sans 3"? loaded$/)])
})

test('an email address on the order-received page breaks only after its @', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.request.post(addToCart, { form: { product_id: await idOf(page, demo.simple) } })
  await page.goto('/checkout/')
  const address = newCustomerAddress()
  const email = address.billing_email.replace('@', '.of.the.long.kettle.lane@')
  await fillCheckout(page, { ...address, billing_email: email })
  await page.locator('label[for="payment_method_bacs"]').click()
  await page.locator('#place_order').click()
  await page.waitForURL(/order-received/)
  const shown = page.locator('.woocommerce-order-overview .email strong')
  await expect(shown).toHaveText(email)
  await expect(shown.locator('wbr')).toHaveCount(1)
  const lines = await shown.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBeLessThanOrEqual(2)
})

test('the browser reports no errors from the sign-in to the back office', async ({ page }) => {
  const reported: string[] = []
  page.on('pageerror', (error) => reported.push(error.message))
  await signInByForm(page, users.owner)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(reported).toEqual([])
})

test('what is chosen, what can be pressed and the signs on it are seen with forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.request.post(addToCart, { form: { product_id: await idOf(page, demo.simple) } })
  await page.goto(`/product/${demo.partlySoldOut}/?attribute_pa_size=50-g`)
  await scriptRun(page, 'product-page')
  const style = (selector: string, property: string, part?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, [name, pseudo]) => getComputedStyle(element, pseudo).getPropertyValue(name), [
        property,
        part,
      ] as const)
  const paper = await style('body', 'background-color')
  for (const heart of ['.summary [name="save"]', '.related [name="save"]'])
    expect(await style(heart, 'background-color', '::before'), heart).not.toBe(paper)
  expect(await style('.variations label:has(:checked)', 'outline-style')).toBe('solid')
  expect(await style('.variations label:not(:has(:checked))', 'outline-style')).toBe('none')
  expect(await style('.wc-tabs a[aria-selected="true"]', 'border-bottom-width')).toBe('3px')
  expect(await style('.wc-tabs a[aria-selected="false"]', 'border-bottom-width')).toBe('0px')
  await page.goto('/checkout/')
  expect(await style('#place_order', 'border-top-style')).toBe('solid')
})

test('a post is printed with its title and who commented, and without what is pressed', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto(`/blog/${demo.post}/`)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('.comment-author').first()).toBeVisible()
  for (const pressed of ['#masthead', '.woocommerce-store-notice', '.comment-reply-link', '#respond', '#colophon'])
    await expect(page.locator(pressed).first(), pressed).toBeHidden()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('text of twice the size stays on the page', async ({ page }) => {
    await page.request.post(addToCart, { form: { product_id: await idOf(page, demo.simple) } })
    // The page of this tea also shows a tea from a place whose name is wider than a card.
    for (const path of [`/product/${demo.partlySoldOut}/`, '/cart/', '/checkout/']) {
      await page.goto(path)
      const beyond = await page.evaluate(() => {
        const root = document.documentElement
        root.style.fontSize = '212.5%'
        return root.scrollWidth - root.clientWidth
      })
      expect.soft(beyond, path).toBe(0)
    }
    for (const bar of ['[data-summary] summary', '.site-header > *'])
      expect(await page.locator(bar).evaluate((box) => box.scrollHeight - box.clientHeight), bar).toBe(0)
  })

  test('tap targets are at least 44 px high', async ({ page }) => {
    for (const path of [
      '/',
      '/shop/',
      `/product/${demo.simple}/`,
      '/cart/',
      '/blog/',
      `/blog/${demo.post}/`,
      '/no-such-page/',
    ]) {
      await page.goto(path)
      expect.soft(await page.evaluate(lowTargets), path).toEqual([])
    }
  })
})

/** Links and buttons lower than 44 px. Links within a line of text are exempt (WCAG 2.2, 2.5.8). */
function lowTargets(): string[] {
  const isHidden = (element: Element) =>
    element.closest('[popover]:not(:popover-open), .screen-reader-text, dialog:not([open])') !== null ||
    getComputedStyle(element).visibility === 'hidden'
  const isInText = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0) + 12
  return [...document.querySelectorAll('a, button, summary, select, [role=button]')]
    .filter((element) => !isHidden(element) && !isInText(element))
    .flatMap((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 0 && height < 43.5 ? [`${element.textContent?.trim().slice(0, 30)} ${Math.round(height)}`] : []
    })
}

async function idOf(page: Page, slug: string): Promise<string> {
  const answer = await page.request.get(`/wp-json/wc/store/v1/products?slug=${slug}`)
  const [product] = (await answer.json()) as { id: number }[]
  if (!product) throw new Error(`There is no ${slug}`)
  return String(product.id)
}
