/** The cart while its session changes: another tab fills it, or the shopper signs in. */
import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { demo, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn } from '../running/shopper.ts'
import { fillCart } from './page-kinds.ts'
import { password, register } from './register.ts'
import { expect, holdRequests, test } from './shop-test.ts'

const row = '.woocommerce-cart-form__cart-item'
const miniLine = '#mini-cart .woocommerce-mini-cart-item'

async function addFromProduct(page: Page, slug: string): Promise<void> {
  await page.goto(`/product/${slug}/`)
  await scriptRun(page, 'cart')
  await page.locator('.single_add_to_cart_button').first().click()
  await expect(page.locator(miniLine).first()).toBeVisible()
}

/** An account whose cart is empty. */
async function newAccount(browser: Browser, baseURL: string | undefined) {
  const open = () => browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const [mailbox, elsewhere] = await Promise.all([open(), open()])
  await signIn(await mailbox.newPage(), users.owner)
  const email = `tabs.${randomBytes(4).toString('hex')}@shop.test`
  await register(await elsewhere.newPage(), mailbox.request, email)
  await Promise.all([mailbox.close(), elsewhere.close()])
  return { email, password }
}

test('[MINI-05 coupons] [MINI-06 same in every tab] a cart page that was empty takes coupons and shipping methods once another tab has filled it', async ({
  page,
  context,
}) => {
  await page.goto('/cart/')
  await scriptRun(page, 'cart-page')
  await expect(page.locator('.cart-empty')).toBeVisible()
  const other = await context.newPage()
  await addFromProduct(other, demo.simple)
  await expect(page.locator(row)).toHaveCount(1)

  // By its value: "the one that is not checked" is another one as soon as the answer has replaced the totals.
  const value = (await page.locator('input.shipping_method:not(:checked)').first().getAttribute('value')) ?? ''
  const method = page.locator(`input.shipping_method[value="${value}"]`)
  await method.check()
  await expect(page.locator('.cart_totals.processing')).toHaveCount(0)
  await expect(page.locator('.woocommerce-error')).toHaveCount(0)
  await page.reload()
  await expect(method).toBeChecked()
})

test('[MINI-05 coupons] [MINI-06 merged on login] a cart page takes coupons after another tab has signed in', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const account = await newAccount(browser, baseURL)
  await fillCart(context, baseURL)
  await page.goto('/cart/')
  await scriptRun(page, 'cart-page')
  await signIn(page, account)
  const other = await context.newPage()
  await addFromProduct(other, demo.another)
  await expect(page.locator(row).filter({ hasText: 'Chamomile' })).toHaveCount(1)

  await page.locator('summary', { hasText: 'Have a coupon?' }).click()
  await page.locator('#coupon_code').fill('no-such-code')
  await page.locator('[name=apply_coupon]').click()
  await expect(page.locator('#coupon-error-notice')).toContainText('does not exist')
})

test('[MINI-06 merged on login] after a sign-in the first step in the drawer counts', async ({
  page,
  browser,
  baseURL,
}) => {
  const account = await newAccount(browser, baseURL)
  await addFromProduct(page, demo.simple)
  await signIn(page, account)
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
  await expect(page.locator(miniLine)).toHaveCount(1)
  await page.locator('a.cart-contents').click()
  await page.locator(`${miniLine} [data-step="1"]`).click()
  await expect(page.locator(`${miniLine} .quantity >> text=2 ×`)).toBeVisible()
  await expect(page.locator('#mini-cart-news')).toBeHidden()
})

test('[MINI-06 same in every tab] a cart page follows the cart although its own requests saw the change first', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL)
  await page.goto('/cart/')
  await scriptRun(page, 'cart-page')
  const quantity = page.locator(`${row} input.qty`).first()
  const refresh = () => page.evaluate(() => document.body.dispatchEvent(new Event('wc_fragment_refresh')))
  await fillCart(context, baseURL)
  await refresh()
  await expect(quantity).toHaveValue('2')

  for (const line of await page.locator(row).all()) {
    const form = { cart_item_key: (await line.getAttribute('data-key')) ?? '' }
    await context.request.post(`${baseURL}/?wc-ajax=remove_from_cart`, { form })
  }
  await refresh()
  await expect(page.locator('.cart-empty')).toBeVisible()
})

test('[MINI-06 same in every tab] a shipping method that is selected first does not hide what another tab changed', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL)
  await page.goto('/cart/')
  await scriptRun(page, 'cart-page')
  await fillCart(context, baseURL)
  await page.locator('input.shipping_method:not(:checked)').first().check()
  await expect(page.locator(`${row} input.qty`).first()).toHaveValue('2')
})

test('[MINI-05 removal with undo] Undo is offered although a product is added beside the cart meanwhile', async ({
  page,
}) => {
  await addFromProduct(page, demo.simple)
  await page.goto('/cart/')
  await scriptRun(page, 'cart-page')
  const release = await holdRequests(page, /wc-ajax=add_to_cart/)
  await page.locator('.cross-sells .ajax_add_to_cart').first().click()
  await page.locator(`${row} a.remove`).click()
  release()
  await expect(page.locator(row)).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  await expect(page.locator('main .restore-item')).toBeVisible()
})

test('[MINI-05] Undo stays in the drawer while another change is sent', async ({ page }) => {
  await addFromProduct(page, demo.another)
  await addFromProduct(page, demo.simple)
  await expect(page.locator(miniLine)).toHaveCount(2)
  const saved = page.waitForResponse((response) => response.url().endsWith('/cart/'))
  // Both presses within one task: the step is still to be sent when the other line is removed.
  await page.locator('#mini-cart').evaluate((drawer) => {
    const [first, second] = drawer.querySelectorAll('.woocommerce-mini-cart-item')
    first?.querySelector<HTMLElement>('[data-step="1"]')?.click()
    second?.querySelector<HTMLElement>('.remove_from_cart_button')?.click()
  })
  await saved
  await expect(page.locator(`${miniLine} .quantity >> text=2 ×`)).toBeVisible()
  await expect(page.locator('#mini-cart .restore-item')).toBeVisible()
  await page.locator('#mini-cart .restore-item').click()
  await expect(page.locator(miniLine)).toHaveCount(2)
})

test('[MINI-05] a line that was stepped and then removed is removed, and can be restored', async ({ page }) => {
  await addFromProduct(page, demo.another)
  await addFromProduct(page, demo.simple)
  await page.locator('#mini-cart').evaluate((drawer) => {
    const [first] = drawer.querySelectorAll('.woocommerce-mini-cart-item')
    first?.querySelector<HTMLElement>('[data-step="1"]')?.click()
    first?.querySelector<HTMLElement>('.remove_from_cart_button')?.click()
  })
  await expect(page.locator(miniLine)).toHaveCount(1)
  const said: string[] = []
  await page.exposeFunction('saw', (text: string) => said.push(text))
  await page.evaluate(() => {
    const region = document.querySelector('.widget_shopping_cart_live_region')
    const note = () => (window as unknown as { saw(text: string): void }).saw(region?.textContent ?? '')
    if (region) new MutationObserver(note).observe(region, { childList: true })
  })
  await page.waitForTimeout(1500)
  expect(said.join()).not.toContain('another window')
  await expect(page.locator('#mini-cart .restore-item')).toBeVisible()
})
