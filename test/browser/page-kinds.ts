import type { BrowserContext, Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { openFeaturePage, scrollThrough } from '../running/feature-page.ts'
import { oversellCart } from '../running/oversell-cart.ts'
import { scriptRun } from '../running/script-run.ts'
import { cardFrame, fillCheckout, payByCard, signIn } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'

export type PageKind = {
  readonly name: string
  readonly path: string
  readonly cart?: boolean
  readonly as?: keyof typeof users
  /** Steps before the page is opened. */
  readonly before?: (context: BrowserContext, baseURL: string | undefined) => Promise<void>
  /** Waits until the page is complete, if it needs another request. */
  readonly shown?: (page: Page) => Promise<unknown>
  /** Steps before the page is checked. */
  readonly then?: (page: Page) => Promise<unknown>
}

/** Every kind of page that a visitor, a customer or the owner sees. */
export const pageKinds: readonly PageKind[] = [
  { name: 'home', path: '/' },
  { name: 'listing', path: '/shop/' },
  { name: 'category', path: `/product-category/${demo.category}/` },
  { name: 'tag', path: '/product-tag/everyday/' },
  { name: 'value of an attribute', path: '/origin/japan/' },
  { name: 'filtered listing', path: '/shop/?filter_origin=china,japan&query_type_origin=or&min_price=15&on_sale=1' },
  { name: 'page past the end', path: '/shop/page/99/' },
  { name: 'misspelt search', path: '/shop/?s=senhca&post_type=product' },
  { name: 'filters without results', path: '/product-category/oolong/?filter_origin=egypt&on_sale=1' },
  { name: 'search without results', path: '/shop/?s=coffee+machine&post_type=product' },
  { name: 'product', path: `/product/${demo.simple}/` },
  { name: 'variable product', path: `/product/${demo.variable}/` },
  { name: 'reviews', path: `/product/${demo.another}/#reviews`, then: openReviews },
  { name: 'a review with mistakes', path: `/product/${demo.another}/#reviews`, then: sendEmptyReview },
  { name: 'a review that waits', path: `/product/${demo.another}/#reviews`, then: writeReview },
  { name: 'a product without reviews', path: '/product/paper-filters/#reviews', then: openReviews },
  { name: 'product with choices', path: `/product/${demo.manyChoices}/`, then: chooseOne },
  { name: 'grouped product', path: `/product/${demo.grouped}/` },
  { name: 'external product', path: `/product/${demo.external}/` },
  { name: 'pictures in full screen', path: `/product/${demo.simple}/`, then: openViewer },
  { name: 'sold out product', path: `/product/${demo.soldOut}/` },
  {
    name: 'product with a sold-out size',
    path: `/product/${demo.partlySoldOut}/`,
    then: chooseSoldOut,
  },
  { name: 'nothing saved', path: '/saved-teas/' },
  { name: 'saved teas of a guest', path: '/saved-teas/', before: saveTeas },
  { name: 'list that is not shared', path: `/saved-teas/${'x'.repeat(22)}/` },
  { name: 'stock alert that has expired', path: `/back-in-stock/${'x'.repeat(22)}/` },
  { name: 'empty cart', path: '/cart/' },
  { name: 'cart', path: '/cart/', cart: true },
  {
    name: 'cart with too many of something',
    path: '/cart/',
    before: (context, baseURL) => holdTooMany(context, baseURL),
  },
  { name: 'cart after a removal', path: '/cart/', cart: true, then: removeFirst },
  { name: 'mini-cart after a removal', path: `/product/${demo.simple}/`, then: removeInDrawer },
  { name: 'mini-cart', path: `/product/${demo.simple}/`, then: openDrawer },
  { name: 'checkout', path: '/checkout/', cart: true },
  { name: 'checkout with mistakes', path: '/checkout/', cart: true, then: sendEmpty },
  { name: 'order received', path: '/checkout/', cart: true, then: buy },
  { name: 'journal', path: '/blog/' },
  { name: 'category of posts', path: `/category/${demo.postCategory}/` },
  { name: 'tag of posts', path: `/tag/${demo.postTag}/` },
  { name: 'posts of an author', path: `/author/${demo.author}/` },
  {
    name: 'posts of a month',
    path: '/blog/',
    then: async (page) => {
      await page.getByRole('region', { name: 'Archives' }).getByRole('link').first().click()
      await page.waitForURL(/\/\d{4}\/\d{2}\/$/)
    },
  },
  { name: 'posts in which a word is found', path: '/blog/?s=water' },
  { name: 'posts in which nothing is found', path: '/blog/?s=coffee+machine' },
  { name: 'post', path: `/blog/${demo.post}/` },
  { name: 'page', path: `/${demo.page}/` },
  {
    name: 'every feature',
    path: '/about/',
    then: async (page) => {
      await openFeaturePage(page)
      await scrollThrough(page)
    },
  },
  { name: 'portfolio', path: '/portfolio/' },
  { name: 'project', path: `/project/${demo.project}/` },
  { name: 'guide', path: `/${demo.guide}/` },
  { name: 'contact form with mistakes', path: '/contact/', then: sendEmptyForm },
  { name: 'wholesale form', path: '/wholesale/' },
  { name: 'missing page', path: '/no-such-page/' },
  { name: 'sign-in', path: '/wp-login.php' },
  { name: 'sign-in and registration', path: '/my-account/' },
  { name: 'forgotten password', path: '/my-account/lost-password/' },
  { name: 'sign-in by email', path: '/my-account/sign-in-code/' },
  { name: 'digits of an email', path: '/my-account/sign-in-code/', then: requestDigits },
  { name: 'a mailed link that has expired', path: '/my-account/confirm-email/?key=x' },
  { name: 'account', path: '/my-account/', as: 'customer' },
  { name: 'orders of a customer', path: '/my-account/orders/', as: 'customer' },
  { name: 'downloads of a customer', path: '/my-account/downloads/', as: 'customer' },
  { name: 'saved teas of a customer', path: '/my-account/saved/', as: 'customer' },
  { name: 'an order of a customer', path: '/my-account/orders/', as: 'customer', then: openFirst },
  {
    name: 'a link that asks first',
    path: '/',
    then: async (page) => {
      const { searchParams, pathname } = new URL(await openOrderPay(page), page.url())
      const order = /order-pay\/(\d+)/.exec(pathname)?.[1]
      await page.goto(`/cart/?cancel_order=true&order=${searchParams.get('key')}&order_id=${order}`)
    },
  },
  { name: 'an address of a customer', path: '/my-account/edit-address/billing/', as: 'customer' },
  { name: 'addresses of a customer', path: '/my-account/edit-address/', as: 'customer' },
  { name: 'a new address of a customer', path: '/my-account/edit-address/new/', as: 'customer' },
  {
    name: 'a card that a customer adds',
    path: '/my-account/add-payment-method/',
    as: 'customer',
    then: (page) => cardFrame(page).locator('#number').waitFor(),
  },
  { name: 'saved cards of a customer', path: '/my-account/payment-methods/', as: 'customer', then: saveCard },
  {
    name: 'a saved card that is deleted',
    path: '/my-account/payment-methods/',
    as: 'customer',
    then: async (page) => {
      await saveCard(page)
      await page.getByRole('link', { name: 'Delete Visa' }).click()
      await page.getByRole('button', { name: 'Delete the card' }).waitFor()
    },
  },
  { name: 'checkout with a saved card', path: '/', as: 'customer', then: openCheckoutWithCard },
  { name: 'a payment method that is changed', path: '/checkout/', cart: true, then: openChange },
  { name: 'emails of a customer', path: '/my-account/mail-choices/', as: 'customer' },
  { name: 'data of a customer', path: '/my-account/privacy/', as: 'customer' },
  { name: 'deletion of an account', path: '/my-account/privacy/deletion/', as: 'customer' },
  { name: 'sign-ins of a customer', path: '/my-account/sign-ins/', as: 'customer' },
  { name: 'details of a customer', path: '/my-account/edit-account/', as: 'customer' },
  {
    name: 'orders of the owner',
    path: '/wp-admin/orders/',
    as: 'owner',
    then: insertLongNames,
  },
  { name: 'an order of the owner', path: '/wp-admin/orders/', as: 'owner', then: openFirst },
  { name: 'transactions of the owner', path: '/wp-admin/transactions/', as: 'owner' },
  { name: 'payment events of the owner', path: '/wp-admin/payment-events/', as: 'owner' },
  { name: 'fees and payouts of the owner', path: '/wp-admin/payouts/', as: 'owner' },
  {
    name: 'coupons of the owner',
    path: '/wp-admin/coupons/',
    as: 'owner',
    shown: (page) => page.locator('tbody a').first().waitFor(),
  },
  { name: 'a coupon of the owner', path: '/wp-admin/coupons/', as: 'owner', then: openFirst },
  { name: 'a new coupon of the owner', path: '/wp-admin/coupons/new/', as: 'owner' },
  {
    name: 'reviews of the owner',
    path: '/wp-admin/reviews/?status=approved',
    as: 'owner',
    shown: (page) => page.locator('[data-comment]').first().waitFor(),
  },
  {
    name: 'a review the owner mends',
    path: '/wp-admin/reviews/?status=approved',
    as: 'owner',
    then: (page) => page.getByRole('button', { name: 'Edit' }).first().click(),
  },
  {
    name: 'origins of orders',
    path: '/wp-admin/reports/sources/?range=year',
    as: 'owner',
    shown: (page) => page.locator('tbody th').last().waitFor(),
  },
  {
    name: 'revenue',
    path: '/wp-admin/reports/?range=year',
    as: 'owner',
    shown: (page) => page.locator('canvas').last().waitFor(),
  },
  {
    name: 'tags of the owner',
    path: '/wp-admin/tags/',
    as: 'owner',
    shown: (page) => page.locator('tbody a').first().waitFor(),
  },
  { name: 'stock alerts of the owner', path: '/wp-admin/stock-alerts/', as: 'owner' },
  { name: 'a tag of the owner', path: '/wp-admin/tags/', as: 'owner', then: openFirst },
  {
    name: 'posts of the owner',
    path: '/wp-admin/posts/',
    as: 'owner',
    shown: (page) => page.locator('tbody a').first().waitFor(),
  },
  {
    name: 'a post of the owner',
    path: '/wp-admin/posts/',
    as: 'owner',
    then: async (page) => {
      await openFirst(page)
      await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
    },
  },
  {
    name: 'a new project of the owner',
    path: '/wp-admin/projects/new/',
    as: 'owner',
    shown: (page) => page.getByRole('button', { name: 'Add a picture' }).waitFor(),
  },
  {
    name: 'keys of the owner',
    path: '/wp-admin/settings/keys/',
    as: 'owner',
    shown: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
  },
  {
    name: 'home screen of the owner',
    path: '/wp-admin/',
    as: 'owner',
    shown: (page) => page.getByRole('slider').waitFor(),
  },
  { name: 'mails of the owner', path: '/wp-admin/mails/', as: 'owner' },
  {
    name: 'people of the owner',
    path: '/wp-admin/users/',
    as: 'owner',
    shown: (page) => page.locator('tbody th').first().waitFor(),
  },
  { name: 'a person of the owner', path: '/wp-admin/users/', as: 'owner', then: openFirst },
  { name: 'an invitation of the owner', path: '/wp-admin/users/new/', as: 'owner' },
  {
    name: 'log of the owner',
    path: '/wp-admin/log/',
    as: 'owner',
    shown: (page) => page.locator('tbody th').first().waitFor(),
  },
  {
    name: 'types of email',
    path: '/wp-admin/mails/kinds/',
    as: 'owner',
    shown: (page) => page.locator('tbody a').first().waitFor(),
  },
  {
    name: 'payments of the owner',
    path: '/wp-admin/settings/payments/',
    as: 'owner',
    shown: (page) => page.getByRole('button', { name: 'Add an account' }).waitFor(),
  },
  {
    name: 'currencies of the owner',
    path: '/wp-admin/settings/currencies/',
    as: 'owner',
    then: (page) => page.getByRole('button', { name: 'Add a currency' }).click(),
  },
  {
    name: 'accounts settings of the owner',
    path: '/wp-admin/settings/accounts/',
    as: 'owner',
    shown: (page) => page.locator('form fieldset').first().waitFor(),
  },
  {
    name: 'menus of the owner',
    path: '/wp-admin/menus/',
    as: 'owner',
    then: (page) => page.getByRole('region', { name: 'Top menu' }).locator('summary').first().click(),
  },
  { name: 'order without its key', path: '/checkout/order-received/1001/' },
  { name: 'order received, by bank', path: '/checkout/', cart: true, then: buyByBank },
  { name: 'an order to pay', path: '/', then: openOrderPay },
  { name: 'an order to pay, with mistakes', path: '/', then: submitWithErrors },
  { name: 'an order to pay by bank', path: '/', then: chooseBank },
  { name: 'an order that is accepted', path: '/', then: openAccepted },
  { name: 'a payment link that does not work', path: '/checkout/order-pay/1001/?pay_for_order=true&key=x' },
  {
    name: 'settings of the owner',
    path: '/wp-admin/settings/',
    as: 'owner',
    shown: (page) => page.locator('form fieldset').first().waitFor(),
  },
  {
    name: 'appearance',
    path: '/wp-admin/appearance/',
    as: 'owner',
    shown: (page) => page.locator('form fieldset').first().waitFor(),
  },
]

/** Saves teas through the form, as a guest without script does. */
async function saveTeas(context: BrowserContext, baseURL: string | undefined): Promise<void> {
  for (const slug of [demo.simple, demo.soldOut, demo.variable]) {
    const page = await context.request.get(`${baseURL}/product/${slug}/`)
    const id = /postid-(\d+)/.exec(await page.text())?.[1] ?? ''
    await context.request.post(`${baseURL}/saved-teas/`, { form: { save: id }, maxRedirects: 0 })
  }
}

async function chooseSoldOut(page: Page): Promise<void> {
  await page.locator('form.variations_form label').filter({ hasText: 'Sold out' }).first().click()
  await page.locator('#stock-alert').waitFor()
  await toTop(page)
}

async function requestDigits(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill('nobody.knows@shop.test')
  await page.getByRole('button', { name: 'Send the email' }).click()
  await page.locator('#code').waitFor()
}

async function openReviews(page: Page): Promise<void> {
  await page.locator('#respond').scrollIntoViewIfNeeded()
  await page.locator('.stars').waitFor()
  await toTop(page)
}

/** axe would measure elements under the sticky header as too small. */
const toTop = (page: Page): Promise<void> => page.evaluate(() => scrollTo(0, 0))

async function sendEmptyForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.locator('.wpcf7-form.invalid').waitFor()
}

async function sendEmptyReview(page: Page): Promise<void> {
  await openReviews(page)
  await page.locator('.star-2').click()
  await page.locator('#submit').click()
  await page.locator('#comment-mistake').waitFor()
  await toTop(page)
}

async function writeReview(page: Page): Promise<void> {
  await openReviews(page)
  await page.locator('.star-4').click()
  await page.locator('#comment').fill('Apples and hay.')
  await page.locator('#author').fill('Ada Leaf')
  await page.locator('#email').fill('ada.waits@shop.test')
  await page.locator('#submit').click()
  await page.locator('.woocommerce-review__awaiting-approval').waitFor()
  await toTop(page)
}

async function chooseOne(page: Page): Promise<void> {
  await page.locator('samovar-island[data-island="variation"][data-awake]').waitFor({ state: 'attached' })
  await page.getByRole('radio', { name: /^200 ml/ }).check({ force: true })
}

async function openViewer(page: Page): Promise<void> {
  await page.locator('.wc-tabs-wrapper[data-ready]').waitFor()
  await page.locator('.woocommerce-product-gallery__trigger').click()
  await page.locator('#photoswipe-fullscreen-dialog img.pswp__img').first().waitFor()
}

async function openDrawer(page: Page): Promise<void> {
  await scriptRun(page, 'cart')
  await page.locator('.single_add_to_cart_button').first().click()
  await page.locator('#mini-cart[open] .woocommerce-mini-cart-item').first().waitFor()
}

/** Creates a cart with a quantity above the stock, because another shopper bought some of it. */
export async function holdTooMany(context: BrowserContext, baseURL = '', slug: string = demo.counted): Promise<void> {
  const cookies = await oversellCart(baseURL, slug)
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: baseURL })))
}

async function removeFirst(page: Page): Promise<void> {
  await scriptRun(page, 'cart-page')
  await page.locator('td.product-remove a').first().click()
  await page.locator('.restore-item').waitFor()
}

async function removeInDrawer(page: Page): Promise<void> {
  await openDrawer(page)
  await page.locator('#mini-cart .remove_from_cart_button').first().click()
  await page.locator('#mini-cart .restore-item').waitFor()
}

async function sendEmpty(page: Page): Promise<void> {
  await page.locator('#place_order').click()
  await page.locator('.woocommerce-error').first().waitFor()
}

async function buy(page: Page): Promise<void> {
  await fillCheckout(page, newCustomerAddress())
  await payByCard(page, cards.good)
  await page.waitForURL(/order-received/)
}

async function buyByBank(page: Page): Promise<void> {
  await fillCheckout(page, newCustomerAddress())
  await page.locator('label[for="payment_method_bacs"]').click()
  await page.locator('#terms').check()
  await page.locator('#place_order').click()
  await page.waitForURL(/order-received/)
}

/** Saves a card in the account, unless it has one. */
export async function saveCard(page: Page): Promise<void> {
  await page.goto('/my-account/payment-methods/')
  if ((await page.locator('.woocommerce-MyAccount-paymentMethods').count()) > 0) return
  await page.goto('/my-account/add-payment-method/')
  await payByCard(page, cards.good)
  await page.locator('.woocommerce-MyAccount-paymentMethods').waitFor()
}

export async function openCheckoutWithCard(page: Page): Promise<void> {
  await saveCard(page)
  await page.goto(`/product/${demo.another}/`)
  await openDrawer(page)
  await page.goto('/checkout/')
  await page.locator('#stripe_cc_saved_method_key').waitFor()
}

export async function openChange(page: Page): Promise<void> {
  await buyByBank(page)
  const { pathname, searchParams } = new URL(page.url())
  const id = /order-received\/(\d+)/.exec(pathname)?.[1]
  await page.goto(`/checkout/order-pay/${id}/?change_payment_method=${id}&key=${searchParams.get('key')}`)
  await page.locator('label[for="payment_method_stripe_cc"]').click()
  await cardFrame(page).locator('#number').waitFor()
  await toTop(page)
}

/** Adds an order with a long name and email address, to test wrapping. */
async function insertLongNames(page: Page): Promise<void> {
  await unpaidOrder(new URL(page.url()).origin, {
    ...newCustomerAddress(),
    billing_last_name: 'Leafgathererteakettlesworthfeatherstonehaugh',
    billing_email: `${newCustomerAddress().billing_email.split('@')[0]}ofthesecondflushgardens@aratherlongnameforashop.test`,
  })
  await page.reload()
  await page.locator('tbody a').first().waitFor()
}

async function openOrderPay(page: Page): Promise<string> {
  const path = await unpaidOrder(new URL(page.url()).origin)
  await page.goto(path)
  await cardFrame(page).locator('#number').waitFor()
  return path
}

async function submitWithErrors(page: Page): Promise<void> {
  await openOrderPay(page)
  await page.locator('#place_order').click()
  await page.locator('.woocommerce-error').waitFor()
}

async function chooseBank(page: Page): Promise<string> {
  const path = await openOrderPay(page)
  await page.locator('label[for="payment_method_bacs"]').click()
  return path
}

async function openAccepted(page: Page): Promise<void> {
  const path = await chooseBank(page)
  await page.locator('#terms').check()
  await page.locator('#place_order').click()
  await page.waitForURL(/order-received/)
  await page.goto(path)
}

async function openFirst(page: Page): Promise<void> {
  await page.locator('tbody a').first().click()
  await page.locator('main h1').first().waitFor()
}

/** Adds two products to the cart of this browser: a tea, and a pot that is taxed. */
export async function fillCart(context: BrowserContext, baseURL: string | undefined): Promise<void> {
  for (const slug of [demo.simple, demo.teaware]) {
    const html = await (await context.request.get(`${baseURL}/product/${slug}/`)).text()
    const tag = /<button[^>]*name="add-to-cart"[^>]*>/.exec(html)?.[0] ?? ''
    const id = /value="(\d+)"/.exec(tag)?.[1] ?? ''
    const added = await context.request.post(`${baseURL}/?wc-ajax=add_to_cart`, {
      form: { product_id: id, quantity: '1' },
    })
    // An earlier test may have sold it out, for example. A cart without it would make later checks meaningless.
    if (!(await added.text()).includes('"cart_hash"')) throw new Error(`${slug} is not in the cart`)
  }
}

type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** Session cookies of this worker, by user and shop, because signing in takes longer than opening most pages. */
const sessions = new Map<string, Cookies>()

async function openSession(page: Page, as: keyof typeof users, baseURL: string | undefined): Promise<void> {
  const key = `${as} ${baseURL}`
  const cookies = sessions.get(key)
  if (cookies) return page.context().addCookies(cookies)
  await signIn(page, users[as])
  sessions.set(key, await page.context().cookies())
}

export async function open(page: Page, kind: PageKind, baseURL: string | undefined): Promise<void> {
  await kind.before?.(page.context(), baseURL)
  if (kind.cart) await fillCart(page.context(), baseURL)
  if (kind.as) await openSession(page, kind.as, baseURL)
  await page.goto(kind.path)
  await kind.shown?.(page)
  await kind.then?.(page)
}
