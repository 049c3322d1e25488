/** Choosing options on a product page, and adding the chosen variation to the cart. */
import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { findingsOf } from './axe.ts'
import { expect, forgetFailedLoads, phone, test } from './shop-test.ts'

const many = `/product/${demo.manyChoices}/`
const chip = (page: Page, name: RegExp) => page.getByRole('radio', { name })
const button = (page: Page) => page.locator('.single_add_to_cart_button')
const count = (page: Page) => page.locator('a.cart-contents .count')
const isAwake = (page: Page, island = 'variation') =>
  expect(page.locator(`samovar-island[data-island="${island}"]`)).toHaveAttribute('data-awake', '')
/** The visible chips cover invisible radio buttons, so the click is forced. */
const choose = (page: Page, name: RegExp) => chip(page, name).check({ force: true })

/** Chromium does not treat a page that the test fulfils as local, so the sandbox's scripts need this permission. */
const allowSandbox = (page: Page): Promise<void> => page.context().grantPermissions(['local-network-access'])

test('[ATC-12 price, image, stock, SKU, resetting] two options select a variation: price, picture, SKU, stock and weight follow; Clear resets all', async ({
  page,
}) => {
  await page.goto(many)
  await isAwake(page)
  const price = page.locator('.summary > .price')
  const range = await price.textContent()
  const weight = page.locator('.woocommerce-product-attributes-item--weight td')
  const anyWeight = await weight.textContent()
  await choose(page, /^Celadon/)
  // All remaining variations with this glaze have the same picture, so it is shown before a size is chosen.
  await expect(page.locator('.flex-active-slide img')).toHaveAttribute('alt', /celadon/)
  await expect(price).toHaveText(range ?? '')
  await choose(page, /^200 ml/)
  await expect(price).toHaveText('$30.00')
  await expect(page.locator('.product_meta .sku')).toHaveText('TWR-MUG-CELADON-200')
  await expect(page.locator('.single_variation')).toContainText('Only 3 left')
  await expect(weight).toHaveText('310 g')
  await expect(page.locator('input.variation_id')).not.toHaveValue('0')
  await expect(page.locator('.variations_button')).toHaveClass(/woocommerce-variation-add-to-cart-enabled/)
  await expect(page.locator('input.qty')).toHaveAttribute('max', '3')
  expect(await findingsOf(page)).toEqual([])

  await page.locator('.reset_variations').click()
  await expect(price).toHaveText(range ?? '')
  await expect(page.locator('.product_meta .sku')).toHaveText('TWR-MUG')
  await expect(weight).toHaveText(anyWeight ?? '')
  await expect(page.locator('input.variation_id')).toHaveValue('0')
  await expect(page.locator('.reset_variations_alert')).toContainText('Your selection has been reset')
  await expect.poll(() => page.locator('[data-viewport]').evaluate((strip) => strip.scrollLeft)).toBe(0)
  await expect(button(page)).toHaveClass(/wc-variation-selection-needed/)
})

test('[ATC-12] combinations that do not exist are disabled with the reason; a single remaining value is selected', async ({
  page,
}) => {
  await page.goto(many)
  await isAwake(page)
  await choose(page, /^200 ml/)
  await expect(chip(page, /^Iron/)).toBeDisabled()
  await expect(page.locator('label', { has: chip(page, /^Iron/) })).toContainText('Not with 200 ml')
  await expect(page.locator('select#pa_glaze option[value=iron]')).toBeDisabled()
  expect(await findingsOf(page)).toEqual([])
  await page.locator('.reset_variations').click()
  await choose(page, /^Iron/)
  await expect(chip(page, /^400 ml/)).toBeChecked()
  await expect(page.locator('[data-sale-ends]')).toContainText('Sale ends')
})

test('[ATC-12] an option selected before hydration counts', async ({ page }) => {
  await page.route('**/assets/react-*.js', async (route) => {
    await new Promise((done) => setTimeout(done, 1500))
    await route.continue()
  })
  await page.goto(many, { waitUntil: 'commit' })
  await choose(page, /^Ash/)
  await choose(page, /^400 ml/)
  await isAwake(page)
  await expect(page.locator('.summary > .price')).toHaveText('$34.00')
  await expect(page.locator('select#pa_glaze')).toHaveValue('ash')
})

test('[ATC-12] no selection, and sold out: said in text and on the button, and nothing is added', async ({ page }) => {
  await page.goto(many)
  await isAwake(page)
  await button(page).click()
  await expect(page.locator('form.cart')).toContainText('Choose a glaze and a capacity.')
  await choose(page, /^Celadon/)
  await choose(page, /^400 ml/)
  await expect(page.locator('.single_variation')).toContainText('Sold out')
  await expect(page.locator('.single_variation').getByRole('link', { name: 'See similar' })).toBeVisible()
  await expect(button(page)).toHaveClass(/disabled wc-variation-is-unavailable/)
  await button(page).click()
  await expect(page.locator('form.cart')).toContainText('Sorry, this product is unavailable')
  await expect(count(page)).toHaveCount(0)
})

test('[ATC-12] a URL with options that do not match says that nothing matches', async ({ page }) => {
  await page.goto(`${many}?attribute_pa_glaze=iron&attribute_pa_capacity=200-ml`)
  await isAwake(page)
  await expect(page.locator('.wc-no-matching-variations')).toContainText('Sorry, no products matched your selection')
  await expect(button(page)).toHaveClass(/wc-variation-is-unavailable/)
  expect(await findingsOf(page)).toEqual([])
})

test('[ATC-12] with too many variations for the page the last option is requested, the newest request counts, and a failure can be retried', async ({
  page,
}) => {
  await allowSandbox(page)
  // No demo product has enough variations, so the test rewrites the HTML as the server would send it for one that has.
  await page.route(`**${many}`, async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    const island = /data-island="variation" data-props="([^"]*)"/.exec(html)?.[1] ?? ''
    const all = /data-product_variations="([^"]*)"/.exec(html)?.[1] ?? ''
    const { summaries: _, ...props } = JSON.parse(unescaped(island))
    const summaries = (
      JSON.parse(unescaped(all)) as { attributes: object; is_in_stock: boolean; variation_id: number }[]
    ).map(({ attributes, is_in_stock, variation_id }) => ({ attributes, is_in_stock, variation_id }))
    await route.fulfill({
      response: answer,
      body: html
        .replace(all, 'false')
        .replace(island, escaped(JSON.stringify({ ...props, variations: [], summaries })))
        .replace('data-island="variation"', 'data-island="ajax-variation"')
        // Combinations that are not loaded yet have no price.
        .replaceAll(/<small>.*?<\/small><\/label>/g, '<small></small></label>'),
    })
  })
  let isDown = true
  let isSlow = false
  const asked: string[] = []
  await page.route('**/?wc-ajax=get_variation', async (route) => {
    asked.push(new URLSearchParams(route.request().postData() ?? '').get('attribute_pa_capacity') ?? '')
    if (isDown) return route.fulfill({ status: 404, body: 'lost' })
    if (isSlow) await new Promise((done) => setTimeout(done, 700))
    await route.continue().catch(() => undefined)
  })
  await page.goto(many)
  await isAwake(page, 'ajax-variation')
  await choose(page, /^Ash/)
  await choose(page, /^200 ml/)
  await expect(page.locator('.single_variation')).toContainText('We could not look up this choice')
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.summary > .price')).toHaveText('$28.00')
  // A late response for a previous choice is ignored.
  isSlow = true
  await choose(page, /^400 ml/)
  await expect.poll(() => asked).toEqual(['200-ml', '200-ml', '400-ml'])
  await choose(page, /^200 ml/)
  isSlow = false
  await page.waitForTimeout(900)
  await expect(page.locator('.summary > .price')).toHaveText('$28.00')
  await choose(page, /^400 ml/)
  await expect(page.locator('.summary > .price')).toHaveText('$34.00')
  await button(page).click()
  await expect(count(page)).toHaveText('1')
})

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

test('[ATC-12] WooCommerce scripts receive the selection through jQuery, and can select themselves', async ({
  page,
}) => {
  const jQuery = new URL('../../node_modules/jquery/dist/jquery.min.js', import.meta.url).pathname
  await page.route('**/brought/jquery.js', (route) => route.fulfill({ path: jQuery, contentType: 'text/javascript' }))
  await page.route('**/assets/boot-*.js', async (route) => {
    await new Promise((done) => setTimeout(done, 300))
    await route.continue()
  })
  await page.goto(many, { waitUntil: 'commit' })
  await page.locator('form.variations_form').waitFor()
  await page.addScriptTag({ url: '/brought/jquery.js' })
  await page.evaluate(() => {
    const shop = window as unknown as {
      heard: string[]
      jQuery: (on: string) => {
        on(names: string, run: (event: { type: string }, value?: { sku?: string }) => void): void
      }
    }
    shop.heard = []
    shop
      .jQuery('form.variations_form')
      .on(
        'wc_variation_form found_variation reset_data woocommerce_variation_has_changed woocommerce_variation_select_change show_variation',
        (event, value) => shop.heard.push(`${event.type}${value?.sku ? ` ${value.sku}` : ''}`),
      )
  })
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  await isAwake(page)
  await expect.poll(heard).toContain('wc_variation_form')
  await choose(page, /^Ash/)
  await choose(page, /^400 ml/)
  await expect.poll(heard).toContain('found_variation TWR-MUG-ASH-400')
  expect((await heard()).filter((name) => name.startsWith('found_variation'))).toHaveLength(1)
  await expect.poll(heard).toContain('show_variation TWR-MUG-ASH-400')
  expect((await heard()).filter((name) => name === 'woocommerce_variation_select_change')).toHaveLength(2)
  await page.evaluate(() => {
    const { jQuery: $ } = window as unknown as {
      jQuery: (on: string) => { val(value: string): { trigger(name: string): void } }
    }
    $('#pa_capacity').val('200-ml').trigger('change')
  })
  await expect(page.locator('.summary > .price')).toHaveText('$28.00')
  expect((await heard()).filter((name) => name === 'woocommerce_variation_select_change')).toHaveLength(3)
  await page.locator('.reset_variations').click()
  await expect.poll(heard).toContain('reset_data')
})

test('[ATC-11] a quantity below the minimum is raised to it, on load and when typed; above the maximum it is lowered with a message', async ({
  page,
}) => {
  await allowSandbox(page)
  await page.route(`**/product/${demo.simple}/`, async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replace(/(<input[^>]*class="input-text qty[^>]*value=")1"/, '$1-4"')
    await route.fulfill({ response: answer, body: html })
  })
  await page.goto(`/product/${demo.simple}/`)
  const field = page.locator('input.qty')
  await isAwake(page, 'purchase')
  await expect(field).toHaveValue('1')
  await field.fill('0')
  await field.blur()
  await expect(field).toHaveValue('1')
  await page.goto(`/product/${demo.nearlySoldOut}/`)
  await isAwake(page, 'purchase')
  await field.fill('9')
  await field.blur()
  await expect(field).toHaveValue('2')
  await expect(page.locator('form.cart').getByRole('status')).toContainText('Only 2 left.')
  await expect(page.getByRole('button', { name: /^One more/ })).toBeDisabled()
})

test('[ATC-10 stays on the page, quantity, variation] quantity and selected variation go into the cart without leaving the page', async ({
  page,
}) => {
  await page.goto(many)
  await isAwake(page)
  await choose(page, /^Ash/)
  await choose(page, /^400 ml/)
  await page.getByRole('button', { name: /^One more/ }).click()
  await button(page).click()
  await expect(count(page)).toHaveText('2')
  await expect(page.locator('#mini-cart')).toContainText('400 ml')
  expect(new URL(page.url()).pathname).toBe(many)
})

const group = `/product/${demo.grouped}/`

test('[ATC-10] a grouped product: a quantity per product, one button; without quantities a message', async ({
  page,
}) => {
  await page.goto(group)
  await isAwake(page, 'group')
  expect(await findingsOf(page)).toEqual([])
  await button(page).click()
  await expect(page.locator('form.cart [role=alert]')).toContainText('Please choose the quantity of items')
  await expect(page.locator('form.cart [role=alert]')).toBeInViewport({ ratio: 1 })
  await expect(button(page)).toBeFocused()
  await page.getByRole('button', { name: 'One more of Fairness Pitcher' }).click()
  await page.getByLabel('White Porcelain Gaiwan quantity').fill('2')
  await expect(page.locator('form.cart [role=alert]')).toBeEmpty()
  await button(page).click()
  await expect(count(page)).toHaveText('3')
  await expect(page.locator('#mini-cart')).toContainText('Fairness Pitcher')
  expect(new URL(page.url()).pathname).toBe(group)
})

test('an external product links to where it is sold', async ({ page }) => {
  await page.goto(`/product/${demo.external}/`)
  await expect(page.locator('a.single_add_to_cart_button')).toHaveAttribute('href', /^https:\/\/books\.example\//)
  await expect(page.locator('form.cart, samovar-island')).toHaveCount(0)
  expect(await findingsOf(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use(phone)

  test('[ATC-10] the sticky bar’s Choose button scrolls to the options and shows no error', async ({ page }) => {
    await page.goto(many)
    await isAwake(page)
    await page.locator('#related').scrollIntoViewIfNeeded()
    await page.locator('[data-add-bar]').getByRole('button', { name: 'Choose' }).tap()
    await expect(chip(page, /^Ash/)).toBeFocused()
    await expect(page.locator('label', { has: chip(page, /^Ash/) })).toBeInViewport({ ratio: 1 })
    await expect(page.locator('form.cart > [role=alert]')).toBeEmpty()
  })

  test('[ATC-10] missing quantities of a grouped product are reported in view', async ({ page }) => {
    await page.goto(group)
    await isAwake(page, 'group')
    await button(page).tap()
    await expect(page.locator('form.cart [role=alert]')).toBeInViewport({ ratio: 1 })
  })

  test('[ATC-10] [ATC-12] chips and stepper by touch, and the sticky bar shows the selection', async ({ page }) => {
    await page.goto(many)
    await isAwake(page)
    await page.locator('label', { has: chip(page, /^Ash/) }).tap()
    await page.locator('label', { has: chip(page, /^200 ml/) }).tap()
    await expect(page.locator('.summary > .price')).toHaveText('$28.00')
    const bar = page.locator('[data-add-bar]')
    await page.locator('#related').scrollIntoViewIfNeeded()
    await expect(bar).toContainText('$28.00')
    await expect(bar).not.toContainText('$36.00')
    await bar.getByRole('button', { name: 'Add to cart' }).tap()
    await expect(count(page)).toHaveText('1')
    const small = await page
      .locator('form.cart button, form.cart td label, [data-thumbs] a, .woocommerce-product-gallery__trigger')
      .evaluateAll((targets) =>
        targets
          .map((target) => ({ box: target.getBoundingClientRect(), name: target.outerHTML.slice(0, 80) }))
          .filter(({ box }) => box.height > 1 && (box.height < 44 || box.width < 44))
          .map(({ name }) => name),
      )
    expect(small).toEqual([])
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('[ATC-10] [ATC-12] selects and server: an error is shown, a selection goes into the cart', async ({ page }) => {
    await page.goto(many)
    await page.locator('select#pa_glaze').selectOption('iron')
    await page.locator('select#pa_capacity').selectOption('200-ml')
    await button(page).click()
    await expect(page.locator('.woocommerce-error')).toContainText('“Morning Mug” is not made that way.')
    await page.locator('select#pa_glaze').selectOption('iron')
    await page.locator('select#pa_capacity').selectOption('400-ml')
    await page.locator('input.qty').fill('2')
    await button(page).click()
    await expect(page.locator('.woocommerce-message')).toContainText('2 × “Morning Mug” have been added to your cart')
    await page.goto('/cart/')
    await expect(page.locator('.woocommerce-cart-form__cart-item')).toContainText('400 ml')
  })

  test('[ATC-10] a grouped product is sent as a form, and each product is reported', async ({ page }) => {
    await page.goto(group)
    await button(page).click()
    await expect(page.locator('.woocommerce-error')).toContainText('Please choose the quantity of items')
    await page.getByLabel('Fairness Pitcher quantity').fill('1')
    await page.getByLabel('Tasting Cups, Set of Six quantity').fill('2')
    await button(page).click()
    await expect(page.locator('.woocommerce-message')).toHaveCount(2)
  })
})

test('[ATC-10] a size pressed before any script has come is the one that is added, by the form itself', async ({
  page,
  complaints,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`/product/${demo.variable}/`)
  const chip = page.locator('form.variations_form input[type=radio]:not(:checked, :disabled)').last()
  const size = await chip.locator('xpath=..').locator('strong').textContent()
  await chip.locator('xpath=..').click()
  await page.locator('.single_add_to_cart_button').first().click()
  await expect(page.locator('.woocommerce-message')).toContainText('added to your cart')
  await page.unrouteAll()
  await page.goto('/cart/')
  await expect(page.locator('.woocommerce-cart-form')).toContainText(size ?? '?')
  forgetFailedLoads(complaints)
})
