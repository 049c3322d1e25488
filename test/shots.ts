/**
 * npm run shots [-- NAME …]: saves screenshots of every kind of page at three widths in shots/. Starts its own demo
 * shop, or uses the one at SHOP_URL. With names, only pages whose name contains one of them.
 */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { openChange, openCheckoutWithCard } from './browser/page-kinds.ts'
import { chromiumOptions } from './running/chromium.ts'
import { demo, typedAddress, users } from './running/demo-shop.ts'
import { removeDataDir, startShop, temporaryDataDir } from './running/shop-process.ts'
import { cardFrame, fillCheckout, payByCard, signIn } from './running/shopper.ts'
import { unpaidOrder } from './running/unpaid-order.ts'

const widths = [
  { name: '390', viewport: { width: 390, height: 844 }, isPhone: true },
  { name: '768', viewport: { width: 768, height: 1024 }, isPhone: true },
  { name: '1440', viewport: { width: 1440, height: 900 }, isPhone: false },
]
const folder = resolve(import.meta.dirname, '../shots')

type Kind = {
  readonly name: string
  readonly path?: string
  /** Products in the cart before the page is opened. */
  readonly cart?: readonly string[]
  readonly as?: keyof typeof users
  /** The device has two wallets. */
  readonly hasWallets?: boolean
  /** Actions on the page before the screenshot. */
  readonly then?: (page: Page) => Promise<void>
  /** Only the visible part of the page, for overlays. */
  readonly windowOnly?: boolean
}

const kinds: readonly Kind[] = [
  { name: 'home', path: '/' },
  { name: 'shop', path: '/shop/' },
  { name: 'shop-page-2', path: '/shop/page/2/' },
  { name: 'category', path: `/product-category/${demo.category}/` },
  { name: 'tag', path: '/product-tag/everyday/' },
  { name: 'attribute', path: '/origin/japan/' },
  { name: 'shop-filtered', path: '/shop/?filter_origin=china,japan&query_type_origin=or&orderby=price&min_price=15' },
  { name: 'shop-filters-open', path: '/shop/?filter_origin=china', then: openFilters, windowOnly: true },
  { name: 'shop-past-end', path: '/shop/page/99/' },
  { name: 'shop-filters-nothing', path: '/product-category/oolong/?filter_origin=egypt&on_sale=1' },
  { name: 'search-misspelt', path: '/shop/?s=senhca&post_type=product' },
  { name: 'search', path: '/shop/?s=oolong&post_type=product' },
  { name: 'search-nothing', path: '/shop/?s=coffee+machine&post_type=product' },
  { name: 'product-simple', path: `/product/${demo.simple}/` },
  { name: 'product-variable', path: `/product/${demo.variable}/` },
  { name: 'product-variable-chosen', path: `/product/${demo.partlySoldOut}/?attribute_pa_size=50-g` },
  { name: 'product-choices', path: `/product/${demo.manyChoices}/?attribute_pa_capacity=200-ml` },
  { name: 'product-grouped', path: `/product/${demo.grouped}/` },
  { name: 'product-external', path: `/product/${demo.external}/` },
  { name: 'product-viewer', path: `/product/${demo.simple}/`, then: openViewer, windowOnly: true },
  { name: 'product-sold-out', path: `/product/${demo.soldOut}/` },
  { name: 'product-on-sale', path: `/product/${demo.onSale}/` },
  { name: 'product-teaware', path: `/product/${demo.teaware}/` },
  { name: 'product-reviews', path: `/product/${demo.simple}/#reviews` },
  { name: 'product-review-mistakes', path: `/product/${demo.simple}/#reviews`, then: sendEmptyReview },
  { name: 'product-no-reviews', path: '/product/paper-filters/#reviews' },
  { name: 'menu-open', path: '/', then: openMenu, windowOnly: true },
  { name: 'search-open', path: '/', then: openSearch, windowOnly: true },
  { name: 'search-suggestions', path: '/', then: typeSearch, windowOnly: true },
  { name: 'mini-cart-open', path: `/product/${demo.simple}/`, then: addFromProduct, windowOnly: true },
  { name: 'cart-empty', path: '/cart/' },
  { name: 'cart', path: '/cart/', cart: [demo.simple, demo.teaware, demo.onSale] },
  { name: 'cart-removed', path: '/cart/', cart: [demo.simple, demo.teaware], then: removeFirst },
  { name: 'cart-coupon-refused', path: '/cart/', cart: [demo.simple, demo.teaware], then: refuseCoupon },
  { name: 'mini-cart-undo', path: `/product/${demo.simple}/`, then: removeInDrawer, windowOnly: true },
  { name: 'checkout', path: '/checkout/', cart: [demo.simple, demo.teaware] },
  { name: 'checkout-pay-later', path: '/checkout/', cart: [demo.simple, demo.teaware], then: choosePayLater },
  { name: 'pay-later-page', path: '/checkout/', cart: [demo.simple, demo.teaware], then: leaveToPayLater },
  { name: 'pay-later-declined', path: '/checkout/', cart: [demo.simple, demo.teaware], then: declinePayLater },
  { name: 'bank-confirmation', path: '/checkout/', cart: [demo.simple], then: askBank, windowOnly: true },
  { name: 'checkout-errors', path: '/checkout/', cart: [demo.simple], then: submitEmpty },
  { name: 'order-received', path: '/checkout/', cart: [demo.simple, demo.teaware], then: buy },
  { name: 'wallets-product', path: `/product/${demo.another}/`, hasWallets: true, then: showWallets },
  { name: 'wallets-cart', path: '/cart/', cart: [demo.simple, demo.teaware], hasWallets: true, then: showWallets },
  {
    name: 'wallets-checkout',
    path: '/checkout/',
    cart: [demo.simple, demo.teaware],
    hasWallets: true,
    then: payByWallet,
  },
  { name: 'wallets-order-pay', hasWallets: true, then: payOrderByWallet },
  { name: 'blog', path: '/blog/' },
  { name: 'post', path: `/blog/${demo.post}/` },
  { name: 'page', path: `/${demo.page}/` },
  { name: 'not-found', path: '/no-such-page/' },
  { name: 'login', path: '/wp-login.php' },
  { name: 'my-account', path: '/my-account/', as: 'customer' },
  { name: 'my-account-visitor', path: '/my-account/' },
  { name: 'my-account-orders', path: '/my-account/orders/', as: 'customer' },
  { name: 'my-account-order', path: '/my-account/orders/', as: 'customer', then: openLastOrder },
  { name: 'my-account-addresses', path: '/my-account/edit-address/', as: 'customer' },
  { name: 'my-account-new-address', path: '/my-account/edit-address/new/', as: 'customer' },
  { name: 'my-account-details', path: '/my-account/edit-account/', as: 'customer' },
  { name: 'my-account-cards-none', path: '/my-account/payment-methods/', as: 'customer' },
  { name: 'my-account-cards-add', path: '/my-account/add-payment-method/', as: 'customer', then: showCardField },
  { name: 'my-account-cards', path: '/my-account/payment-methods/', as: 'customer', then: saveCards },
  { name: 'my-account-cards-delete', path: '/my-account/payment-methods/', as: 'customer', then: askToDelete },
  { name: 'checkout-saved-card', path: '/my-account/payment-methods/', as: 'customer', then: openCheckoutWithCard },
  { name: 'change-payment', path: '/checkout/', cart: [demo.simple], then: openChange },
  { name: 'my-account-mail-choices', path: '/my-account/mail-choices/', as: 'customer' },
  { name: 'my-account-privacy', path: '/my-account/privacy/', as: 'customer' },
  { name: 'my-account-sign-ins', path: '/my-account/sign-ins/', as: 'customer' },
  { name: 'my-account-second-factor', path: '/my-account/second-factor/', as: 'customer' },
  { name: 'my-account-saved', path: '/my-account/saved/', as: 'customer' },
  { name: 'lost-password', path: '/my-account/lost-password/' },
  { name: 'saved-teas', path: '/saved-teas/' },
  { name: 'admin', path: '/wp-admin/', as: 'owner' },
  { name: 'admin-people', path: '/wp-admin/users/', as: 'owner' },
  { name: 'admin-invite', path: '/wp-admin/users/new/', as: 'owner' },
  { name: 'admin-log', path: '/wp-admin/log/', as: 'owner' },
  { name: 'admin-privacy', path: '/wp-admin/settings/privacy/', as: 'owner' },
  { name: 'admin-account-settings', path: '/wp-admin/settings/accounts/', as: 'owner' },
  { name: 'admin-stock-alerts', path: '/wp-admin/stock-alerts/', as: 'owner' },
  { name: 'admin-customers', path: '/wp-admin/customers/', as: 'owner' },
  { name: 'admin-customer', path: '/wp-admin/customers/', as: 'owner', then: openFirst('customer') },
  { name: 'admin-orders', path: '/wp-admin/orders/', as: 'owner' },
  { name: 'admin-transactions', path: '/wp-admin/transactions/', as: 'owner' },
  { name: 'admin-payment-events', path: '/wp-admin/payment-events/', as: 'owner' },
  { name: 'admin-payouts', path: '/wp-admin/payouts/', as: 'owner' },
  { name: 'admin-order', path: '/wp-admin/orders/', as: 'owner', then: openFirst('order') },
  { name: 'admin-mails', path: '/wp-admin/mails/', as: 'owner' },
  { name: 'admin-mail', path: '/wp-admin/mails/', as: 'owner', then: openFirst('mail') },
  { name: 'admin-mail-types', path: '/wp-admin/mails/kinds/', as: 'owner' },
  { name: 'admin-settings', path: '/wp-admin/settings/', as: 'owner' },
  { name: 'admin-payments', path: '/wp-admin/settings/payments/', as: 'owner' },
  { name: 'admin-currencies', path: '/wp-admin/settings/currencies/', as: 'owner' },
  { name: 'admin-fraud', path: '/wp-admin/settings/fraud/', as: 'owner' },
  { name: 'admin-keys', path: '/wp-admin/settings/keys/', as: 'owner' },
  { name: 'admin-coupons', path: '/wp-admin/coupons/', as: 'owner' },
  { name: 'admin-coupon', path: '/wp-admin/coupons/', as: 'owner', then: openFirst('coupon') },
  { name: 'admin-tags', path: '/wp-admin/tags/', as: 'owner' },
  { name: 'admin-posts', path: '/wp-admin/posts/', as: 'owner' },
  { name: 'admin-post', path: '/wp-admin/posts/', as: 'owner', then: openFirst('post') },
  { name: 'admin-reviews', path: '/wp-admin/reviews/?status=approved', as: 'owner' },
  { name: 'admin-products', path: '/wp-admin/products/', as: 'owner' },
  { name: 'admin-product', path: '/wp-admin/products/', as: 'owner', then: openFirst('product') },
  { name: 'admin-product-csv', path: '/wp-admin/products/csv/', as: 'owner' },
  { name: 'admin-product-categories', path: '/wp-admin/product-categories/', as: 'owner' },
  { name: 'admin-attributes', path: '/wp-admin/attributes/', as: 'owner' },
  { name: 'admin-stock', path: '/wp-admin/stock/', as: 'owner' },
  { name: 'admin-media', path: '/wp-admin/upload/', as: 'owner' },
  { name: 'admin-menus', path: '/wp-admin/menus/', as: 'owner' },
  { name: 'admin-appearance', path: '/wp-admin/appearance/', as: 'owner' },
  { name: 'admin-forms', path: '/wp-admin/forms/', as: 'owner' },
  { name: 'admin-form', path: '/wp-admin/forms/', as: 'owner', then: openFirst('form') },
  { name: 'admin-messages', path: '/wp-admin/messages/', as: 'owner' },
  { name: 'admin-order-by-hand', path: '/wp-admin/orders/new/', as: 'owner' },
  { name: 'admin-reports', path: '/wp-admin/reports/', as: 'owner' },
  { name: 'admin-shipping', path: '/wp-admin/settings/shipping/', as: 'owner' },
  { name: 'admin-taxes', path: '/wp-admin/settings/taxes/', as: 'owner' },
  { name: 'admin-tax-rules', path: '/wp-admin/settings/taxes/rules/', as: 'owner' },
  { name: 'admin-webhooks', path: '/wp-admin/settings/webhooks/', as: 'owner' },
  { name: 'admin-setup', path: '/wp-admin/setup/', as: 'owner' },
  { name: 'admin-system-status', path: '/wp-admin/system-status/', as: 'owner' },
  { name: 'admin-refused', path: '/wp-admin/', as: 'customer' },
]

async function showWallets(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: /^Buy with (Google|Apple) Pay$/ })
  await page
    .locator('.wc-stripe-product-checkout-container, [data-express], .wc_payment_methods')
    .last()
    .scrollIntoViewIfNeeded()
  await expect(buttons.filter({ visible: true })).toHaveCount(2)
}

async function payByWallet(page: Page): Promise<void> {
  await showWallets(page)
  await chooseWallet(page)
}

async function chooseWallet(page: Page): Promise<void> {
  await page.locator('label[for="payment_method_stripe_googlepay"]').click()
  await page.locator('[data-wallet-button="stripe_googlepay"] button').waitFor()
}

async function payOrderByWallet(page: Page): Promise<void> {
  await page.goto(await unpaidOrder(new URL(page.url()).origin))
  await chooseWallet(page)
}

async function showCardField(page: Page): Promise<void> {
  await cardFrame(page).locator('#number').waitFor()
}

/** Saves two cards in the account, unless it has two. */
async function saveCards(page: Page): Promise<void> {
  await page.goto('/my-account/payment-methods/')
  if ((await page.locator('.woocommerce-MyAccount-paymentMethods tbody tr').count()) > 1) return
  for (const number of ['4242424242424242', '5555555555554444']) {
    await page.goto('/my-account/add-payment-method/')
    await payByCard(page, number)
    await page.locator('.woocommerce-MyAccount-paymentMethods').waitFor()
  }
}

async function askToDelete(page: Page): Promise<void> {
  await saveCards(page)
  await page.getByRole('link', { name: 'Delete Visa' }).click()
  await page.getByRole('button', { name: 'Delete the card' }).waitFor()
}

async function sendEmptyReview(page: Page): Promise<void> {
  await page.locator('#submit').scrollIntoViewIfNeeded()
  await page.locator('.star-4').click()
  await page.locator('#submit').click()
  await page.locator('#comment-mistake').waitFor()
}

async function openViewer(page: Page): Promise<void> {
  await page.locator('.wc-tabs-wrapper[data-ready]').waitFor()
  await page.locator('.woocommerce-product-gallery__trigger').click()
  await page.locator('#photoswipe-fullscreen-dialog img.pswp__img').first().waitFor()
}

async function openMenu(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Menu', exact: true })
  if (await toggle.isVisible()) await toggle.click()
  else await page.locator('.main-navigation li[data-has-children]').first().hover()
}

async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).first().click()
}

async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Filter' })
  if (await button.isVisible()) await button.click()
}

async function typeSearch(page: Page): Promise<void> {
  await openSearch(page)
  await page.keyboard.type('oolong', { delay: 40 })
  await page.getByRole('option').first().waitFor()
}

async function addFromProduct(page: Page): Promise<void> {
  await page.locator('.single_add_to_cart_button').first().click()
  await page.locator('#mini-cart[open] .woocommerce-mini-cart-item').first().waitFor()
}

async function removeInDrawer(page: Page): Promise<void> {
  await addFromProduct(page)
  await page.locator('#mini-cart .remove_from_cart_button').first().click()
  await page.locator('#mini-cart .restore-item').waitFor()
}

async function removeFirst(page: Page): Promise<void> {
  await page.locator('td.product-remove a').first().click()
  await page.locator('.restore-item').waitFor()
}

async function refuseCoupon(page: Page): Promise<void> {
  await page.getByText('Have a coupon?').click()
  await page.getByLabel('Coupon code').fill('nope')
  await page.getByLabel('Coupon code').press('Enter')
  await page.locator('#coupon-error-notice').waitFor()
}

async function choosePayLater(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Afterpay' }).check()
}

async function leaveToPayLater(page: Page): Promise<void> {
  await fillCheckout(page, typedAddress)
  await choosePayLater(page)
  await page.locator('#place_order').click()
  await page.waitForURL(/\/v3\/pay-later\//)
}

async function declinePayLater(page: Page): Promise<void> {
  await leaveToPayLater(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.waitForURL(/\/checkout\/$/)
}

async function submitEmpty(page: Page): Promise<void> {
  await page.locator('#place_order').click()
  await page.locator('.woocommerce-error').first().waitFor()
  await page.waitForTimeout(1500)
}

async function askBank(page: Page): Promise<void> {
  await fillCheckout(page, typedAddress)
  await payByCard(page, '4000002500003155')
  await page.frameLocator('dialog[open] iframe').getByRole('button', { name: 'Cancel' }).waitFor()
}

async function buy(page: Page): Promise<void> {
  await fillCheckout(page, typedAddress)
  await payByCard(page, '4242424242424242')
  await page.waitForURL(/order-received/)
}

function openFirst(
  what: 'order' | 'mail' | 'coupon' | 'post' | 'customer' | 'product' | 'form',
): (page: Page) => Promise<void> {
  return async (page) => {
    await page.locator('tbody a').first().click()
    await page.waitForURL(new RegExp(`/wp-admin/${what}s/\\d+`))
    await page.locator('main h1').first().waitFor()
  }
}

async function openLastOrder(page: Page): Promise<void> {
  await page.locator('a[href*="/view-order/"]').first().click()
  await page.waitForURL(/\/view-order\/\d+/)
}

/** Takes the screenshots, two at a time. Returns the number of failures. */
async function takePictures(browser: Browser, shopUrl: string, wanted: readonly Kind[]): Promise<number> {
  const waiting = widths.flatMap((width) => wanted.map((kind) => ({ kind, width })))
  const total = waiting.length
  let failed = 0
  let taken = 0
  for (const { name } of widths) await mkdir(join(folder, name), { recursive: true })
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { kind, width } = next
      const context = await browser.newContext({
        viewport: width.viewport,
        hasTouch: width.isPhone,
        baseURL: shopUrl,
        reducedMotion: 'reduce',
        locale: 'en-CA',
      })
      try {
        await takePicture(context, kind, join(folder, width.name, `${kind.name}.png`))
      } catch (error) {
        failed += 1
        const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
        console.error(`${kind.name} at ${width.name} px: ${why}`)
      }
      await context.close()
      taken += 1
      if (taken % 10 === 0 || taken === total) console.log(`${taken} of ${total} pictures`)
    }
  }
  await Promise.all([lane(), lane()])
  return failed
}

async function takePicture(context: BrowserContext, kind: Kind, file: string): Promise<void> {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  if (kind.cart) await fillCart(context, kind.cart)
  if (kind.hasWallets)
    await page.addInitScript((wallets) => sessionStorage.setItem('sandbox-wallets', wallets), '{"device":"apple"}')
  if (kind.as) await signIn(page, users[kind.as])
  await page.goto(kind.path ?? '/', { waitUntil: 'load' })
  await kind.then?.(page)
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
  if (!kind.windowOnly) await loadLazyPictures(page)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(250)
  await page.screenshot({ path: file, fullPage: !kind.windowOnly, animations: 'disabled' })
}

/** Adds one piece of each product (by slug) to the cart of this browser context. */
async function fillCart(context: BrowserContext, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) {
    const html = await (await context.request.get(`/product/${slug}/`)).text()
    const id =
      /name="add-to-cart"[^>]*value="(\d+)"/.exec(html)?.[1] ?? /value="(\d+)"[^>]*name="add-to-cart"/.exec(html)?.[1]
    if (!id) throw new Error(`${slug} cannot be put into the cart`)
    await context.request.post('/?wc-ajax=add_to_cart', { form: { product_id: id, quantity: '1' } })
  }
}

/** Scrolls through the page once, because pictures load lazily. */
async function loadLazyPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight / 2) {
      scrollTo(0, at)
      await new Promise((done) => setTimeout(done, 40))
    }
    scrollTo(0, 0)
    await Promise.all(
      [...document.images]
        .filter((image) => !image.complete && image.loading !== 'lazy')
        .map((image) => image.decode().catch(() => null)),
    )
  })
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
}

const names = process.argv.slice(2)
const wanted = kinds.filter((kind) => names.length === 0 || names.some((name) => kind.name.includes(name)))
const given = process.env.SHOP_URL
const dataDir = given ? undefined : await temporaryDataDir()
const own = dataDir ? await startShop({ dataDir }) : undefined
const browser = await chromium.launch(chromiumOptions)
try {
  const failed = await takePictures(browser, given ?? own?.url ?? '', wanted)
  console.log(`The pictures are in ${folder}${failed > 0 ? `; ${failed} could not be taken` : ''}`)
  if (failed > 0) process.exitCode = 1
} finally {
  await browser.close()
  await own?.stop()
  if (dataDir) await removeDataDir(dataDir)
}
