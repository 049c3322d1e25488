/** A customer and their orders: with a keyboard, without script, and on a phone. */
import { users } from '../running/demo-shop.ts'
import { openOutbox } from '../running/outbox.ts'
import { forgetSession, signIn } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads, phone } from './shop-test.ts'

test('[ACC-02 orders] a parcel is entered by the shop, and its customer follows it, writes about it, and orders again', async ({
  page,
  browser,
  complaints,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/orders/?s=1005')
  await page.getByRole('link', { name: /1005/ }).first().click()
  const parcels = page.getByRole('region', { name: 'Parcels' })
  await parcels.getByLabel('Carrier').selectOption('Purolator')
  await parcels.getByLabel('Tracking number', { exact: true }).fill('329 011 223 344')
  // The form says who gets an email, and the owner chooses which one is sent.
  const actions = parcels.getByRole('group', { name: 'Then' })
  await expect(actions.getByRole('radio', { name: /^Complete the order/ })).toBeChecked()
  await expect(actions).toContainText(users.customer.email)
  await actions.getByRole('radio', { name: /^Email only the tracking number/ }).check()
  expect(await findingsAtWidths(page, [390, 1440])).toEqual([])
  await parcels.getByRole('button', { name: 'Add parcel and email it' }).click()
  await expect(parcels.getByRole('link', { name: '329 011 223 344' })).toBeVisible()
  await expect(page.getByText('on its way with Purolator').first()).toBeVisible()
  await expect(parcels.getByRole('status')).toHaveText(
    `The parcel was added, and an email is on its way to ${users.customer.email}.`,
  )
  await parcels.getByLabel('Tracking number', { exact: true }).fill('329 011 223 345')
  await actions.getByRole('radio', { name: /^Complete the order/ }).check()
  // The parcel is saved but completing the order fails; pressing the button again completes the order.
  const order = '**/wp-json/wc/v3/orders/1005'
  await page.route(order, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  const addAndComplete = parcels.getByRole('button', { name: 'Add parcel and complete the order' })
  await addAndComplete.click()
  await expect(parcels.getByRole('alert')).toContainText('500')
  await expect(parcels.getByRole('link', { name: '329 011 223 345' })).toBeVisible()
  await page.unroute(order)
  await addAndComplete.click()
  await expect(parcels.getByRole('link', { name: '329 011 223 345' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('completed')
  await expect(parcels.getByRole('alert')).toHaveCount(0)
  forgetFailedLoads(complaints)
  expect(await findingsOf(page)).toEqual([])
  // The printed page shows the order and no controls.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'Order notes' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^(Status|Mail)$/ })).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCount(0)

  const context = await browser.newContext()
  const customer = await context.newPage()
  await signIn(customer, users.customer)
  await customer.goto('/my-account/orders/?search=1005')
  // The links of an order are in one row, beside the account's links or below them.
  const links = customer.getByRole('row', { name: 'Order #1005' }).locator('td').last().getByRole('link')
  for (const width of [720, 768, 1000, 1280]) {
    await customer.setViewportSize({ width, height: 720 })
    expect(new Set(await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().y))).size).toBe(1)
  }
  await customer.getByRole('link', { name: 'View Order #1005' }).focus()
  await customer.keyboard.press('Enter')
  await expect(customer.getByRole('link', { name: 'Track parcel 329 011 223 344' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.purolator\.com/,
  )
  const long = 'x'.repeat(200)
  await customer.getByLabel('Your message').fill(`Could you leave it at the back door? ${long}`)
  await customer.getByRole('button', { name: 'Send message' }).press('Enter')
  await expect(customer.getByText('We have your message and answer by email.')).toBeVisible()
  await expect(customer.getByText('Could you leave it at the back door?')).toBeVisible()
  expect(await findingsOf(customer)).toEqual([])

  await customer.emulateMedia({ media: 'print' })
  await expect(customer.getByText('Order updates')).toBeVisible()
  // The order takes the place of the account's links, which are not printed.
  const printed = customer.locator('.woocommerce-MyAccount-content')
  expect(await printed.evaluate((content) => content.clientWidth)).toBeGreaterThan(700)
  await expect(customer.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(customer.getByRole('link', { name: /^(Order again|Invoice|All your orders)/ })).toHaveCount(0)
  // On upright paper, too, the list of orders is a table.
  await customer.setViewportSize({ width: 720, height: 900 })
  await customer.goto('/my-account/orders/')
  const columns = customer.getByRole('columnheader')
  await expect(columns).toHaveText(['Order', 'Date', 'Status', 'Total'])
  expect((await columns.first().boundingBox())?.width).toBeGreaterThan(50)
  await customer.goBack()
  await customer.setViewportSize({ width: 1440, height: 900 })
  await customer.emulateMedia({ media: null })

  const invoice = customer.getByRole('link', { name: 'Invoice for this order (PDF)' })
  const answer = await context.request.get((await invoice.getAttribute('href')) ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])

  await customer.getByRole('link', { name: 'Order again: this order' }).focus()
  await customer.keyboard.press('Enter')
  await expect(customer).toHaveURL(/\/cart\/$/)
  await expect(customer.getByText('The cart has been filled with the items from your previous order.')).toBeVisible()
  await expect(customer.locator('.woocommerce-cart-form__cart-item').first()).toBeVisible()
  // The emailed copy of the message fits the screen of a phone.
  const { newestHtml } = await openOutbox(page.request)
  await customer.setContent(await newestHtml(users.customer.email, 'message'))
  await customer.setViewportSize({ width: 390, height: 800 })
  await expect(customer.getByText(long)).toBeVisible()
  expect(await customer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await context.close()
})

test.describe('on a phone, without script', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('[ACC-02 orders] an order is found, ordered again, and an unpaid one cancelled from its link', async ({
    page,
    ownShop,
  }) => {
    await signIn(page, users.customer)
    await page.goto('/my-account/orders/')
    await page.getByRole('searchbox', { name: 'Order number or product' }).fill('1003')
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    await page.getByRole('link', { name: 'Order again: Order #1003' }).click()
    await expect(page.getByText('The cart has been filled')).toBeVisible()

    await forgetSession(page)
    const link = new URL(await unpaidOrder(ownShop.url), ownShop.url)
    const [, id = ''] = /order-pay\/(\d+)/.exec(link.pathname) ?? []
    const key = link.searchParams.get('key')
    await page.goto(`/checkout/order-received/${id}/?key=${key}`)
    const pressed = page.getByRole('main').locator('a, button, summary').filter({ visible: true })
    await expect(pressed).not.toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await expect(pressed).toHaveCount(0)
    await page.emulateMedia({ media: null })
    await page.goto(`/cart/?cancel_order=true&order=${key}&order_id=${id}`)
    await expect(page.getByRole('heading', { name: `Cancel order #${id}?` })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(page.getByText('Your order was cancelled.')).toBeVisible()
    await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(2)
  })
})
