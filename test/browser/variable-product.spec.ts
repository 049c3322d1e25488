/** A tea in several sizes, from its first picture until it is unpublished, on a phone and without a mouse. */
import sharp from 'sharp'
import { cards } from '../running/buyer.ts'
import { newCustomerAddress, users } from '../running/demo-shop.ts'
import { fillCheckout, payByCard, signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

test.use({ actionTimeout: 10_000 })

type Variation = { readonly id: number; readonly name: string; readonly stock_quantity: number | null }

const picture = async (at: number) => ({
  name: `oolong-${at}.png`,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 800 + at, height: 600, channels: 3, background: '#8a6a3b' } })
    .png()
    .toBuffer(),
})

test('a variable product with four pictures is made, sold, restocked, put on sale for an hour, and taken back', async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about/')
  await signIn(page, users.owner)
  await page.goto('/wp-admin/products/new/')
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  const type = async (label: string | RegExp, text: string) => {
    const field = page.getByLabel(label).first()
    // It is hidden while the screen loads: a hidden field takes no focus, and the keys would be shortcuts.
    await expect(field).toBeVisible()
    await field.focus()
    await page.keyboard.type(text)
  }
  await type(/^Name /, 'Cliff Oolong')
  await page.getByLabel('Kind', { exact: true }).focus()
  await page.keyboard.type('Variable')
  await type('Short description', 'From the cliffs.')
  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles(await Promise.all([1, 2, 3, 4].map(picture)))
  await expect(page.getByRole('button', { name: /^Remove picture/ })).toHaveCount(4)
  for (const at of [1, 2, 3, 4]) {
    await type(new RegExp(`^What does picture ${at} show`), `Picture ${at} of the oolong`)
    await page.keyboard.press('Enter')
  }
  await page.getByLabel('Status', { exact: true }).focus()
  await page.keyboard.type('Published')
  await press('Create the product')
  await expect(page.getByRole('heading', { level: 1, name: 'Cliff Oolong' })).toBeVisible()
  const id = Number(/products\/(\d+)/.exec(page.url())?.[1])

  const attributes = page.getByRole('region', { name: 'Attributes' })
  await press('Add a custom attribute')
  await attributes.getByLabel('Name').focus()
  await page.keyboard.type('Tin')
  await attributes.getByLabel('Values, separated by |').focus()
  await page.keyboard.type('Small | Large')
  await press('Save attributes')
  await expect(attributes.getByText('Saved.')).toBeVisible()
  await press('Generate variations')
  await expect(page.getByText('2 variations were created.')).toBeVisible()

  const path = `/wp-json/wc/v3/products/${id}/variations`
  const stored = async () => {
    const rows = await asOwner<Variation[]>(page, 'get', `${path}?orderby=id&order=asc`)
    return new Map(rows.map((row) => [row.name, row]))
  }
  const grid = page.getByRole('grid', { name: 'Variations' })
  const columns = ['Enabled', 'SKU', 'Price', 'Sale price', 'Sale starts', 'Sale ends', 'Stock']
  const move = async (key: string, times: number) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key)
  }
  const enter = async (row: 'Small' | 'Large', column: string, text: string) => {
    await grid.locator('[tabindex="0"]').focus()
    await move('ArrowUp', 2)
    await move('ArrowLeft', columns.length)
    await move('ArrowDown', row === 'Large' ? 1 : 0)
    await move('ArrowRight', columns.indexOf(column))
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await enter('Small', 'Price', '9.00')
  await enter('Large', 'Price', '20.00')
  await enter('Small', 'Stock', '3')
  await enter('Large', 'Stock', '5')
  await page.getByRole('button', { name: 'Save 4 changes' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored()).get('Large')?.stock_quantity).toBe(5)

  const { permalink } = await asOwner<{ permalink: string }>(page, 'get', `/wp-json/wc/v3/products/${id}`)
  const address = new URL(permalink).pathname
  const buyer = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  buyer.setDefaultTimeout(10_000)
  const price = buyer.locator('.summary .price').first()
  await buyer.goto(address)
  await expect(price).toContainText('$9.00')
  await buyer
    .locator('form.cart')
    .getByRole('radio', { name: /^Small/ })
    .check({ force: true })
  await buyer.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(buyer.locator('#mini-cart .woocommerce-mini-cart-item')).toContainText('Cliff Oolong')
  await buyer.goto('/checkout/')
  await fillCheckout(buyer, newCustomerAddress())
  await payByCard(buyer, cards.good)
  await expect(buyer.getByRole('heading', { level: 1, name: 'Thank you, Ada.' })).toBeVisible()

  // The screen still shows three; the received quantity is added to the two that are left.
  await enter('Small', 'Stock', '+10')
  await page.getByRole('button', { name: 'Save 1 change' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored()).get('Small')?.stock_quantity).toBe(12)

  // A sale price, and the last three seconds of the sale.
  const gmt = (at: number) => new Date(at).toISOString().slice(0, 19)
  const small = (await stored()).get('Small')?.id
  const sellUntil = (end: number) =>
    asOwner(page, 'put', `${path}/${small}`, {
      sale_price: '7.00',
      date_on_sale_from_gmt: gmt(end - 3_600_000),
      date_on_sale_to_gmt: gmt(end),
    })
  await sellUntil(Date.now() + 1_800_000)
  await buyer.goto(address)
  await expect(price).toContainText('$7.00')
  const ends = Date.now() + 3000
  await sellUntil(ends)
  await expect
    .poll(
      async () => {
        await buyer.goto(address)
        return price.textContent()
      },
      { timeout: 30_000, intervals: [1000] },
    )
    .not.toContain('$7.00')
  expect(Date.now()).toBeGreaterThanOrEqual(ends - 1000)

  await page.getByLabel('Status', { exact: true }).focus()
  await page.keyboard.type('Draft')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText(/^Saved/).first()).toBeVisible()
  await expect.poll(async () => (await buyer.goto(address))?.status(), { timeout: 2000 }).toBe(404)
  forgetFailedLoads(complaints)
})
