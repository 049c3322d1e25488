/**
 * The owner adds a shipping zone with two methods and tests an address, and a customer there buys. In a separate shop.
 */
import { cards } from '../running/buyer.ts'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { fillCheckout, payByCard, signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { fillCart } from './page-kinds.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

test('a zone of two provinces and a range of postal codes is tried in the box, and bought with at once', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  test.setTimeout(120_000)
  await signIn(page, users.owner)
  await page.goto('/wp-admin/settings/shipping/')
  await expect(page.getByRole('link', { name: 'Ontario' })).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'New zone' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New shipping zone' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Montreal centre')
  const places = page.getByRole('combobox', { name: 'Countries, provinces and continents' })
  for (const name of ['Quebec', 'Ontario']) {
    await places.fill(name)
    await page.getByRole('option', { name, exact: false }).first().click()
  }
  await page.getByLabel('Only these postal codes').fill('H3A...H2X')
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Create the shipping zone' }).click()
  await expect(page.getByRole('alert')).toContainText('ends before it begins')
  await page.getByLabel('Only these postal codes').fill('H2X...H3A')
  await page.getByRole('button', { name: 'Create the shipping zone' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Montreal centre' })).toBeVisible()

  await page.getByRole('button', { name: 'Add flat rate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Flat rate' })
  await dialog.getByLabel('Name').fill('Bicycle courier')
  await dialog.getByLabel('Cost', { exact: true }).fill('10 + (2 * [qty]')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('A bracket is not closed.')
  expect(await findingsOf(page)).toEqual([])
  await dialog.getByLabel('Cost', { exact: true }).fill('10 + (2 * [qty])')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add local pickup' }).click()
  const pickup = page.getByRole('dialog', { name: 'Local pickup' })
  await pickup.getByLabel('Name').fill('Our Montreal shop')
  await pickup.getByLabel('Address').fill('1 Rue Sherbrooke')
  await pickup.getByLabel('Hours').fill('Mon–Fri 9:00–17:00')
  await pickup.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Our Montreal shop' })).toBeVisible()
  const up = page.getByRole('button', { name: 'Move Our Montreal shop up' })
  await up.press('Enter')
  await expect(page.getByRole('region', { name: 'Methods' }).getByRole('listitem').first()).toContainText(
    'Our Montreal shop',
  )
  await expect(up).toBeFocused()
  await page.screenshot({ path: 'test-results/shipping-zone-1440.png', fullPage: true })

  const nonce = await page.request.post('/wp-admin/admin-ajax.php', { form: { action: 'rest-nonce' } })
  const headers = { 'X-WP-Nonce': await nonce.text() }
  await page.request.post('/wp-json/wc/v3/products/shipping_classes', { data: { name: 'Crates' }, headers })
  await page.reload()
  await page.getByRole('button', { name: 'Edit Bicycle courier' }).click()
  await dialog.getByLabel('“Crates” shipping class cost').fill('7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  // It comes last: pages promise the cost of the other zones until it is put before them.
  const shownCost = async () => await (await page.request.get(`/product/${demo.simple}/`)).text()
  expect(await shownCost()).toContain('$9.95 shipping anywhere in Canada')
  await page.goto('/wp-admin/settings/shipping/')
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Move .+ up$/ }) })
  await expect(rows.last()).toContainText('Montreal centre')
  await expect(async () => {
    await page.getByRole('button', { name: 'Move Montreal centre up' }).press('Enter')
    await expect(rows.first()).toContainText('Montreal centre', { timeout: 1000 })
  }).toPass()
  await expect.poll(shownCost).toContain('Shipping is worked out in the cart.')
  await page.getByLabel('Postal code').fill('H2X 1Y4')
  await page.getByLabel('Pieces').fill('2')
  await page.getByRole('combobox', { name: 'Shipping class' }).selectOption('Crates')
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect(page.locator('#trial-title + p ~ [role=status]')).toContainText('Bicycle courier: $21.00')
  await page.getByRole('combobox', { name: 'Shipping class' }).selectOption('None')
  await page.getByRole('button', { name: 'Try it' }).click()
  const result = page.locator('#trial-title + p ~ [role=status]')
  await expect(result).toContainText('in the zone Montreal centre (Quebec, Ontario: H2X...H3A)')
  await expect(result).toContainText('Bicycle courier: $14.00')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect([width, isWide]).toEqual([width, false])
    expect(await findingsOf(page)).toEqual([])
    await page.screenshot({ path: `test-results/shipping-zones-${width}.png`, fullPage: true })
  }
  forgetFailedLoads(complaints)

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await fillCart(context, baseURL)
  const buyer = await context.newPage()
  await buyer.goto('/checkout/')
  await fillCheckout(buyer, {
    ...newCustomerAddress(),
    billing_city: 'Montreal',
    billing_state: 'QC',
    billing_postcode: 'H2X 1Y4',
  })
  const review = buyer.locator('#order_review')
  await expect(review.getByText('Bicycle courier')).toBeVisible()
  await expect(review.getByText('1 Rue Sherbrooke')).toBeVisible()
  await buyer.screenshot({ path: 'test-results/shipping-checkout.png', fullPage: true })
  await payByCard(buyer, cards.good)
  await expect(buyer.getByRole('heading', { level: 1, name: 'Thank you, Ada.' })).toBeVisible()
  await expect(buyer.getByRole('region', { name: 'Addresses' })).toContainText('Mon–Fri 9:00–17:00')
  await context.close()
})
