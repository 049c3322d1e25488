/** The owner creates an order during a phone call and edits it later on a phone. The server calculates every total. */
import type { Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

type Order = {
  readonly id: number
  readonly status: string
  readonly total: string
  readonly payment_url: string
  readonly created_via: string
  readonly line_items: readonly { readonly quantity: number; readonly total: string }[]
  readonly fee_lines: readonly { readonly id: number; readonly name: string }[]
  readonly billing: { readonly address_1: string }
  readonly customer_note: string
}

async function check(page: Page, state: string): Promise<void> {
  expect(await findingsOf(page), state).toEqual([])
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond, state).toBeLessThanOrEqual(0)
}

test('an order is made on the telephone with a payment link, edited at 390 px, and marked as paid outside', async ({
  page,
  complaints,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  await signIn(page, users.owner)
  await page.goto('/wp-admin/orders/')
  const product = await asOwner<{ id: number }>(page, 'post', '/wp-json/wc/v3/products', {
    name: 'Telephone Tea',
    sku: 'ZZ-TEL',
    regular_price: '20.00',
    manage_stock: true,
    stock_quantity: 10,
  })
  const order = (id: number) => asOwner<Order>(page, 'get', `/wp-json/wc/v3/orders/${id}`)
  const stock = async () =>
    (await asOwner<{ stock_quantity: number }>(page, 'get', `/wp-json/wc/v3/products/${product.id}`)).stock_quantity

  await page.getByRole('link', { name: 'New order' }).click()
  await expect(page.getByRole('heading', { name: 'New order' })).toBeFocused()
  const products = page.getByLabel('Add a product')
  await products.fill('Xi Hu Longjing')
  await expect(page.getByRole('option', { name: /Xi Hu Longjing – 25 g/ })).toBeVisible()
  await products.fill('Telephone')
  await page.getByRole('option', { name: /Telephone Tea/ }).click()
  await page.getByLabel('Quantity').fill('3')
  const billing = page.getByRole('group', { name: 'Billing address' })
  for (const [label, value] of [
    ['First name', 'Tess'],
    ['Last name', 'Telephone'],
    ['Street', '1 Kettle Lane'],
    ['City', 'Toronto'],
    ['Postal code', 'M5V 2T6'],
    ['Phone', '416 555 0100'],
    ['Email address', 'tess@shop.test'],
  ] as const)
    await billing.getByLabel(label).fill(value)
  await billing.getByLabel('Province or territory').selectOption('ON')
  const total = page.getByRole('region', { name: 'Total' })
  await expect(total).toContainText('3 × Telephone Tea')
  await page.getByRole('button', { name: 'Add shipping' }).click()
  const shipping = page.getByRole('group', { name: 'Shipping 1' })
  await expect(shipping.getByLabel('Name')).toHaveValue(/^Canada Post/)
  await shipping.getByLabel('Method').selectOption({ label: 'Pick up at our packing room' })
  await expect(shipping.getByLabel('Name')).toHaveValue('Pick up at our packing room')
  await expect(shipping.getByLabel('Amount before tax')).toHaveValue('0.00')
  await expect(shipping.getByLabel('Method')).toBeFocused()
  await shipping.getByLabel('Method').selectOption({ label: 'Canada Post, 2–6 business days' })
  await expect(shipping.getByLabel('Name')).toHaveValue(/^Canada Post/)
  await shipping.getByLabel('Amount before tax').fill('12.00')
  await page.getByRole('button', { name: 'Add a line' }).click()
  const other = page.getByRole('group', { name: 'Other line 1' })
  await page.getByRole('button', { name: 'Create the order' }).click()
  await expect(page.getByText('2 fields need your attention.')).toBeVisible()
  await other.getByLabel('Name').fill('Gift wrapping')
  await other.getByLabel('Amount before tax').fill('5.00')
  await expect(total).toContainText('Gift wrapping')
  await expect(total.getByRole('status')).toHaveText(/CA\$|\$/)
  await check(page, 'a new order at 1440 px')
  const shown = await total.getByRole('status').textContent()
  await page.getByRole('button', { name: 'Create the order' }).click()
  await expect(page.getByText('the payment link is on its way to tess@shop.test')).toBeVisible()
  await page.waitForURL(/\/orders\/\d+\/$/)
  const id = Number(/orders\/(\d+)/.exec(page.url())?.[1])
  const made = await order(id)
  expect(made).toMatchObject({ status: 'pending', created_via: 'admin', line_items: [{ quantity: 3, total: '60.00' }] })
  expect(shown).toContain(made.total)
  expect(await stock()).toBe(7)
  await check(page, 'the order at 1440 px')

  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('heading', { name: `Edit order #${id}` })).toBeVisible()
  await page.getByRole('group', { name: 'Telephone Tea' }).getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Remove other line 1' }).click()
  await expect(total).toContainText('2 × Telephone Tea')
  await expect(total).not.toContainText('Gift wrapping')
  await check(page, 'an edited order at 390 px')
  await page.getByRole('button', { name: 'Save the order' }).click()
  await expect(page.getByText('The order was changed.')).toBeVisible()
  await page.waitForURL(/\/orders\/\d+\/$/)
  const edited = await order(id)
  expect(edited).toMatchObject({ line_items: [{ quantity: 2, total: '40.00' }], fee_lines: [] })
  expect(await stock()).toBe(8)

  // Changes that another user saves during the edit are not overwritten.
  const change = (body: object) => asOwner<Order>(page, 'put', `/wp-json/wc/v3/orders/${id}`, body)
  const save = page.getByRole('button', { name: 'Save the order' })
  await page.clock.install()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('group', { name: 'Telephone Tea' }).getByLabel('Quantity').fill('1')
  await change({ fee_lines: [{ name: 'Rush', total: '4.00' }], billing: { address_1: '2 New Lane' } })
  await page.clock.fastForward(11_000)
  const refetched = page.waitForResponse((answer) => answer.url().endsWith(`/wc/v3/orders/${id}`))
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await (await refetched).finished()
  await save.click()
  await expect(page.getByText('Look at it again before you change it.')).toBeVisible()
  forgetFailedLoads(complaints)
  expect(await order(id)).toMatchObject({ line_items: [{ quantity: 2 }], fee_lines: [{ name: 'Rush' }] })
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('group', { name: 'Other line 1' }).getByLabel('Name')).toHaveValue('Rush')
  await page.getByLabel('Customer note').fill('Ring twice')
  await change({ billing: { address_1: '3 Newer Lane' } })
  await save.click()
  await page.waitForURL(/\/orders\/\d+\/$/)
  expect(await order(id)).toMatchObject({ customer_note: 'Ring twice', billing: { address_1: '3 Newer Lane' } })
  await change({
    fee_lines: (await order(id)).fee_lines.map(({ id: fee }) => ({ id: fee, name: 'Rebate', total: '-4' })),
  })

  await page.getByLabel('How it was paid').fill('Cash')
  await page.getByLabel('Reference').fill('R-77')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('paid', { exact: false }).first()).toBeVisible()
  await expect.poll(async () => (await order(id)).status).toBe('processing')
  await check(page, 'the paid order at 390 px')
  const refunds = page.getByRole('region', { name: 'Refunds' })
  await refunds.getByRole('button', { name: 'Refund' }).click()
  await refunds.getByRole('button', { name: 'Everything that is left' }).click()
  const all = refunds.getByRole('button', { name: `Record a refund of $${(await order(id)).total}` })
  await expect(all).toBeEnabled()
  await page.goto('/wp-admin/orders/?s=telephone+r-77')
  await expect(page.getByRole('link', { name: `#${id}` })).toBeVisible()

  // A slow export shows its progress and can be cancelled.
  await page.route('**/orders/export*', () => undefined)
  const exporting = page.waitForRequest('**/orders/export*')
  await page.getByRole('button', { name: 'Export' }).click()
  const request = await exporting
  await expect(page.getByText('Being made …')).toBeVisible()
  await check(page, 'an export that is being made at 390 px')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Being made …')).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(request.failure()?.errorText).toContain('ABORTED')
})

test('an order names its customer, and a change of orders says that emails cannot be taken back', async ({ page }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/')
  const customer = { email: 'rowan.reed@example.com', first_name: 'Rowan', last_name: 'Reed' }
  const { id } = await asOwner<{ id: number }>(page, 'post', '/wp-json/wc/v3/customers', customer)
  const billing = { first_name: 'Robin', last_name: 'Reed', email: customer.email }
  const fee_lines = [{ name: 'Tasting', total: '5.00' }]
  const sent = { customer_id: id, billing, fee_lines, payment_method: 'bacs', set_paid: true }
  const order = await asOwner<Order>(page, 'post', '/wp-json/wc/v3/orders', sent)
  await page.goto(`/wp-admin/orders/${order.id}/`)
  const account = page.getByRole('region', { name: 'Customer' }).getByRole('link', { name: 'Rowan Reed' })
  await expect(account).toHaveAttribute('href', `/wp-admin/customers/${id}/`)
  await check(page, 'order')

  await page.goto(`/wp-admin/orders/?s=${order.id}`)
  const note = 'Undo changes the status back, but emails that were sent stay sent.'
  const select = page.getByRole('checkbox', { name: `Select #${order.id}` })
  await select.check()
  await page.getByRole('button', { name: 'Change to completed' }).click()
  await expect(page.getByText(`1 order now completed. ${note}`)).toBeVisible()
  await check(page, 'emails stay sent')
  await select.check()
  await page.getByRole('button', { name: 'Change to processing' }).click()
  await expect(page.getByText('1 order now processing.', { exact: true })).toBeVisible()
})
