import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { expect, forgetFailedLoads, holdRequests, test } from './shop-test.ts'

const firstButton = '.products .ajax_add_to_cart >> nth=0'

/** Waits for the cart script. Until it has run, a button is a plain link that also adds the product. */
async function openListing(page: Page): Promise<void> {
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
}

test('[ATC-03 loading on click, added on success] [ATC-04] [ATC-06 link appears] the button of a card shows loading, then done, then a link to the cart', async ({
  page,
}) => {
  await openListing(page)
  const button = page.locator(firstButton)
  const release = await holdRequests(page, '**/?wc-ajax=add_to_cart')
  await button.click()
  await expect(button).toHaveClass(/\bloading\b/)
  await expect(page.locator('a.cart-contents')).toHaveClass(/\bupdating\b/)
  release()
  await expect(button).toHaveClass(/\badded\b/)
  await expect(button).not.toHaveClass(/\bloading\b/)
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await expect(page.locator('.products a.added_to_cart')).toHaveAttribute('href', /\/cart\/$/)
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(1)
})

test('[ATC-05] the added product is announced after a second', async ({ page }) => {
  await openListing(page)
  await page.locator(firstButton).click()
  await expect(page.locator('.widget_shopping_cart_live_region')).toHaveText(/has been added to your cart/)
})

test('[ATC-07] a response with an error leads to the product page', async ({ page }) => {
  await openListing(page)
  await page.route('**/?wc-ajax=add_to_cart', (route) =>
    route.fulfill({ json: { error: true, product_url: `/product/${demo.soldOut}/` } }),
  )
  await page.locator(firstButton).click()
  await expect(page).toHaveURL(new RegExp(`/product/${demo.soldOut}/`))
})

test('[ATC-07] after a refusal the product page shows the reason in view', async ({ page }) => {
  await openListing(page)
  const button = page.locator(firstButton)
  const name = await page.locator('.products .product:has(.ajax_add_to_cart) h2 >> nth=0').innerText()
  // A page that was opened long ago may request more than is in stock.
  await button.evaluate((element: HTMLElement) => element.setAttribute('data-quantity', '9998'))
  await button.click()
  await expect(page).toHaveURL(/\/product\//)
  const notice = page.locator('.woocommerce-notices-wrapper .woocommerce-error')
  await expect(notice).toContainText(`You cannot add that amount of “${name}” to the cart`)
  await expect(notice).toBeInViewport()
  await page.reload()
  await expect(notice).toHaveCount(0)
  await expect(page.locator('a.cart-contents .count')).toHaveCount(0)
})

test('[ATC-09 one at a time] adds are sent one at a time, in order, and none is lost', async ({ page }) => {
  await openListing(page)
  let underWay = 0
  let maxUnderWay = 0
  page.on('request', (request) => {
    if (request.url().includes('wc-ajax=add_to_cart')) maxUnderWay = Math.max(maxUnderWay, ++underWay)
  })
  page.on('requestfinished', (request) => {
    if (request.url().includes('wc-ajax=add_to_cart')) underWay -= 1
  })
  const button = page.locator(firstButton)
  await button.evaluate((element: HTMLElement) => {
    for (let count = 0; count < 6; count += 1) element.click()
  })
  await expect(page.locator('a.cart-contents .count')).toHaveText('6')
  expect(maxUnderWay).toBe(1)
})

test('[ATC-03] [ATC-06] pressed a second time, the button loses its added state, and there is only one link to the cart', async ({
  page,
}) => {
  await openListing(page)
  const button = page.locator(firstButton)
  await button.click()
  await expect(button).toHaveClass(/\badded\b/)
  const drawer = page.getByRole('dialog', { name: 'Your cart' })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  const release = await holdRequests(page, '**/?wc-ajax=add_to_cart')
  await button.click()
  await expect(button).not.toHaveClass(/\badded\b/)
  release()
  await expect(button).toHaveClass(/\badded\b/)
  await expect(page.locator('.products a.added_to_cart')).toHaveCount(1)
})

test('[ATC-01] all data attributes of the button are sent', async ({ page }) => {
  await openListing(page)
  const sent = page.waitForRequest('**/?wc-ajax=add_to_cart')
  const button = page.locator(firstButton)
  await button.evaluate((element: HTMLElement) => element.setAttribute('data-gift-wrap', 'yes'))
  await button.click()
  const fields = new URLSearchParams((await sent).postData() ?? '')
  expect(fields.get('product_id')).toBe(await button.getAttribute('data-product_id'))
  expect(fields.get('quantity')).toBe('1')
  expect(fields.get('giftWrap')).toBe('yes')
  expect(fields.get('success_message')).toContain('has been added')
})

test('[ATC-02] a button without a product id is followed as a link', async ({ page }) => {
  await openListing(page)
  await page.locator(firstButton).evaluate((element: HTMLElement) => element.removeAttribute('data-product_id'))
  await page.locator(firstButton).click()
  await expect(page.locator('.woocommerce-message')).toContainText('has been added to your cart')
  await page.reload()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await expect(page.locator('.woocommerce-message')).toHaveCount(0)
})

test('[ATC-08 goes to the cart when yes] with the redirect set to yes the browser goes to the cart', async ({
  page,
}) => {
  await page.route('**/shop/', async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    // The page's CSP allows inline scripts by hash, and the changed settings have another hash.
    const { 'content-security-policy': _, ...headers } = answer.headers()
    await route.fulfill({
      headers,
      body: html.replace('"cart_redirect_after_add":"no"', '"cart_redirect_after_add":"yes"'),
    })
  })
  await openListing(page)
  await page.locator(firstButton).click()
  await expect(page).toHaveURL(/\/cart\/$/)
  await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(1)
})

test('[ATC-03] a failed add shows an error, and pressed again it counts once', async ({ page, complaints }) => {
  await openListing(page)
  const button = page.locator(firstButton)
  // The shop processes the requests; the responses are lost.
  let lost = 0
  await page.route('**/?wc-ajax=add_to_cart', async (route) => {
    await route.fetch()
    lost += 1
    await route.abort('connectionreset')
  })
  await button.click()
  await expect(page.locator('.cart-trouble')).toContainText('could not reach the shop')
  await expect(button).not.toHaveClass(/\bloading\b/)
  expect(lost).toBe(2)
  await page.unroute('**/?wc-ajax=add_to_cart')
  await button.click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await expect(page.locator('.cart-trouble')).toHaveCount(0)
  forgetFailedLoads(complaints)
})

test('without a network the word of it is seen, also when the button is at the end of the window', async ({
  page,
  complaints,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/product/${demo.simple}/`)
  await scriptRun(page, 'cart')
  const button = page.locator('form.cart .single_add_to_cart_button')
  await button.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await page.route('**/?wc-ajax=add_to_cart', (route) => route.abort('internetdisconnected'))
  await button.evaluate((element: HTMLElement) => element.click())
  await expect(page.locator('.cart-trouble')).toBeInViewport({ ratio: 1 })
  forgetFailedLoads(complaints)
})

test('where the script of the drawer does not come, the tea is in the cart, and the link leads to it', async ({
  page,
  complaints,
}) => {
  await openListing(page)
  await page.route('**/cart-drawer-*', (route) => route.abort('internetdisconnected'))
  await page.locator(firstButton).click()
  await expect(page.locator('.added_to_cart')).toBeVisible()
  await page.locator('a.cart-contents').click()
  await expect(page).toHaveURL(/\/cart\/$/)
  await expect(page.locator('.woocommerce-cart-form .cart_item')).toHaveCount(1)
  forgetFailedLoads(complaints)
})

test('[ATC-01] visitors without a cart request none: neither a new one nor one whose cart is empty again', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    // Wallet buttons request the price of their product even without a cart, so their requests are ignored.
    if (/wc-ajax=(?!wc_stripe_frontend_request)|wp-json/.test(request.url())) asked.push(request.url())
  })
  for (const path of ['/', '/shop/', `/product/${demo.simple}/`, '/cart/']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(asked).toEqual([])
  await openListing(page)
  await page.locator(firstButton).click()
  await page.locator('#mini-cart .remove_from_cart_button').click()
  await expect(page.locator('#mini-cart')).toContainText('No products in the cart.')
  asked.length = 0
  for (const path of ['/', '/shop/']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(asked).toEqual([])
})

test('[MINI-06] fragments and hash are stored where WooCommerce scripts expect them, and the next page uses them', async ({
  page,
}) => {
  await openListing(page)
  await page.locator(firstButton).click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  const kept = await page.evaluate(() => {
    const { cart_hash_key: hash = '', fragment_name: name = '' } = window.wc_cart_fragments_params ?? {}
    return {
      fragments: Object.keys(JSON.parse(sessionStorage.getItem(name) ?? '{}') as object),
      hashes: [sessionStorage.getItem(hash), localStorage.getItem(hash)],
      created: Number(sessionStorage.getItem('wc_cart_created')),
      cookie: /woocommerce_cart_hash=(\w+)/.exec(document.cookie)?.[1],
      flag: /woocommerce_items_in_cart=(\w+)/.exec(document.cookie)?.[1],
    }
  })
  expect(kept.fragments).toContain('div.widget_shopping_cart_content')
  expect(kept.hashes).toEqual([kept.cookie, kept.cookie])
  expect(kept.flag).toBe('1')
  expect(Math.abs(Date.now() - kept.created)).toBeLessThan(60_000)

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('wc-ajax=')) asked.push(request.url())
  })
  await page.goto('/')
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  expect(asked).toEqual([])
  // Stored fragments are not used when they are older than a day.
  await page.evaluate(() => sessionStorage.setItem('wc_cart_created', String(Date.now() - 25 * 3_600_000)))
  await page.goto('/shop/')
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await expect.poll(() => asked.length).toBe(1)
})

test('[ATC-11] a quantity below the minimum is raised to it', async ({ page }) => {
  await page.goto(`/product/${demo.simple}/`)
  const quantity = page.getByLabel('Quantity').first()
  await quantity.fill('-3')
  await quantity.blur()
  await expect(quantity).toHaveValue('1')
})

test('[ATC-11] so is any other quantity field, on load and when typed; in the cart table 0 is allowed', async ({
  page,
}) => {
  const fields = `<form>
    <input class="qty" id="restored" type="number" min="2" value="1">
    <input class="qty" id="none" type="number" min="0" value="-1">
    <input class="qty" id="below" type="number" min="-5" value="-2">
    <table><tr><td class="product-quantity"><input class="qty" id="table" type="number" min="1" value="0"></td></tr></table>
  </form></main>`
  await page.route(`**/${demo.page}/`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('</main>', fields) })
  })
  await page.goto(`/${demo.page}/`)
  const values = () =>
    Promise.all(['restored', 'none', 'below', 'table'].map((id) => page.locator(`input#${id}`).inputValue()))
  await expect.poll(values).toEqual(['2', '0', '-2', '0'])
  for (const id of ['restored', 'none', 'below', 'table']) {
    await page.locator(`input#${id}`).fill('-4')
    await page.locator(`input#${id}`).blur()
  }
  expect(await values()).toEqual(['2', '0', '-4', '-4'])
})

test('[MINI-01] [MINI-02 dimmed, fragments replaced] a line is dimmed while it is removed, and then gone', async ({
  page,
}) => {
  await openListing(page)
  await page.locator(firstButton).click()
  const line = page.locator('#mini-cart .woocommerce-mini-cart-item')
  await expect(line).toHaveCount(1)
  const release = await holdRequests(page, '**/?wc-ajax=remove_from_cart')
  await line.locator('.remove_from_cart_button').click()
  await expect(line).toHaveAttribute('aria-busy', 'true')
  await expect(line).toHaveClass(/\bblocked\b/)
  expect(await line.evaluate((element) => Number(getComputedStyle(element).opacity))).toBeLessThan(1)
  release()
  await expect(line).toHaveCount(0)
  await expect(page.locator('#mini-cart')).toContainText('No products in the cart.')
})

test('[MINI-03 on failure] a failed removal follows the link, which removes the line', async ({ page }) => {
  await openListing(page)
  await page.locator(firstButton).click()
  await page.route('**/?wc-ajax=remove_from_cart', (route) => route.fulfill({ json: { success: false } }))
  await page.locator('#mini-cart .remove_from_cart_button').click()
  await expect(page).toHaveURL(/\/cart\//)
  await expect(page.locator('.woocommerce-message')).toContainText('removed')
  await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(0)
})

test('[MINI-06 same in every tab] the cart is the same in every tab and after a reload', async ({ page, context }) => {
  await openListing(page)
  const other = await context.newPage()
  await other.goto('/shop/')
  await page.locator(firstButton).click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await expect(other.locator('a.cart-contents .count')).toHaveText('1')
  await page.reload()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
})
