/**
 * The owner and editors change settings such as the listing layout, and cached pages follow immediately. In a separate
 * shop, because other tests expect layout 1.
 */
import { cards, cardToken, newBuyer } from '../running/buyer.ts'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { payByCard, signIn } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

test.describe.configure({ mode: 'serial' })

test('[CAT-04 layout 1, layout 4, an editor chooses] an editor selects one of the two layouts, and the listing follows at once', async ({
  page,
  request,
}) => {
  const before = await request.get('/shop/')
  expect(await before.text()).toContain('layout-1')
  expect((await request.get('/shop/')).headers().etag).toBeDefined()

  await signIn(page, users.editor)
  await page.goto('/wp-admin/settings/')
  await expect(page.getByRole('radio', { name: 'Large (layout 1)' })).toBeChecked()
  await expect(page.getByRole('group', { name: 'Reviews' })).toHaveCount(0)
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()
  await page.getByRole('radio', { name: 'Compact (layout 4)' }).check()
  await page.getByLabel('Products per page').fill('20')
  expect(await findingsOf(page)).toEqual([])
  await save.click()
  await expect(page.getByText('Saved.')).toBeVisible()

  await expect.poll(async () => (await request.get('/shop/')).text()).toContain('layout-4')
  await page.goto('/shop/')
  await expect(page.locator('.products > .product')).toHaveCount(20)
})

test('[CAT-03 image, price, add-to-cart button] [CAT-05] [CAT-06 both layouts] layout 4: small cards, the price over the picture, equal heights', async ({
  page,
}) => {
  await page.goto('/shop/')
  for (const [width, columns] of [
    [320, 2],
    [390, 2],
    [768, 3],
    [1440, 5],
    [1920, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const cards = await page.locator('.products > .product').evaluateAll((elements) =>
      elements.map((card) => {
        const box = (selector: string) => card.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
        const [picture, price, button] = [box('img'), box('.price'), box('.button')]
        return {
          top: Math.round(card.getBoundingClientRect().top),
          height: Math.round(card.getBoundingClientRect().height),
          isPriceOver:
            price.left >= picture.left - 1 &&
            price.right <= picture.right + 1 &&
            price.top >= picture.top - 1 &&
            price.bottom <= picture.bottom + 1,
          isButtonBelow: button.top >= picture.bottom - 1 && button.height >= 44,
        }
      }),
    )
    expect([width, cards.filter((card) => card.top === cards[0]?.top).length]).toEqual([width, columns])
    expect([width, new Set(cards.map((card) => card.height)).size]).toEqual([width, 1])
    expect([width, cards.every((card) => card.isPriceOver && card.isButtonBelow)]).toEqual([width, true])
  }
})

test('[SITE-13] layout 4 has no axe violations', async ({ page }) => {
  await page.goto('/shop/?filter_origin=china')
  expect(await findingsAtWidths(page)).toEqual([])
})

test('adding from a small card works as from a large one', async ({ page }) => {
  await page.goto('/product-category/oolong/')
  await page.locator('.add_to_cart_button').first().click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
})

test('[SITE-01] the owner changes the store notice, and removes it', async ({ page }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/appearance/')
  await page.getByLabel(/Shown at the top of every page/).fill('Closed on Victoria Day')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect.poll(async () => (await page.request.get('/shop/')).text()).toContain('Closed on Victoria Day')
  await page.getByLabel(/Shown at the top of every page/).fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect.poll(async () => (await page.request.get('/shop/')).text()).not.toContain('woocommerce-store-notice')
})

test('[SITE-01 new id shows again] a visitor who dismissed the last notice sees the next one', async ({ page }) => {
  await signIn(page, users.owner)
  const announce = async (text: string) => {
    await page.goto('/wp-admin/appearance/')
    await page.getByLabel(/Shown at the top of every page/).fill(text)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect.poll(async () => (await page.request.get('/shop/')).text()).toContain(text)
  }
  const notice = page.locator('.woocommerce-store-notice')
  await announce('Closed on Labour Day')
  await page.goto('/shop/')
  await notice.locator('.woocommerce-store-notice__dismiss-link').click()
  await page.goto('/shop/')
  await expect(notice).toBeHidden()
  await announce('Open again on Tuesday')
  await page.goto('/shop/')
  await expect(notice).toBeVisible()
  await expect(notice).toContainText('Open again on Tuesday')
})

test('the owner takes bank transfers, and the customer reads where to pay; a card payment that takes days is on hold', async ({
  page,
  baseURL,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/settings/payments/')
  const transfer = page.getByRole('group', { name: 'Bank transfer', exact: true })
  const value = page.getByLabel('Value of the goods, in dollars')
  await expect(value).toHaveValue('3000')
  await value.fill('3500')
  await expect(page.getByRole('group', { name: /^(Card|Bank transfer|Cheque|At pickup or delivery)$/ })).toHaveCount(4)
  await transfer.getByLabel('Offered at the checkout').check()
  for (const button of await transfer.getByRole('button', { name: /^Remove the account/ }).all()) await button.click()
  await transfer.getByRole('button', { name: 'Add an account' }).click()
  await transfer.getByLabel('Account name').fill('Tea House Inc.')
  await transfer.getByLabel('Institution').fill('003')
  await transfer.getByLabel('Transit').fill('12')
  await transfer.getByLabel('Account number').fill('7654321')
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.click()
  await expect(transfer.getByText('Five digits.')).toBeVisible()
  await transfer.getByLabel('Transit').fill('00123')
  await save.click()
  await expect(page.getByText('Saved. The checkout now offers it.')).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.reload()
  await expect(value).toHaveValue('3500')

  const send = (path: string, init?: RequestInit) => fetch(new URL(path, baseURL), { redirect: 'manual', ...init })
  const [product] = (await (await send(`/wp-json/wc/store/v1/products?slug=${demo.teaware}`)).json()) as {
    id: number
  }[]
  const order = async (fields: (checkout: Parameters<typeof cardToken>[0]) => Promise<Record<string, string>>) => {
    const buyer = newBuyer(send)
    await buyer.add(product?.id ?? 0)
    const checkout = await buyer.openCheckout()
    return (await buyer.checkout(checkout, await fields(checkout))).redirect ?? ''
  }
  await page.goto(await order(async () => ({ payment_method: 'bacs' })))
  await expect(page.getByRole('region', { name: 'How to pay' })).toContainText('7654321')

  await page.goto(
    await order(async (checkout) => ({ stripe_cc_token_key: await cardToken(checkout, '4000000000006108') })),
  )
  await expect(page.getByText('On hold')).toBeVisible()
  await expect(page.getByText('as soon as your payment reaches us')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay for this order' })).toHaveCount(0)
})

test('[CHK-08 billing on order_pay] an order from when no telephone number was required is asked for one', async ({
  page,
  baseURL,
}) => {
  await signIn(page, users.owner)
  const office = await (await page.request.get('/wp-admin/')).text()
  const headers = { 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(office)?.[1] ?? '' }
  const requirePhone = async (field: 'optional' | 'required') => {
    const data = { checkout_phone_field: field }
    expect((await page.request.put('/wp-json/samovar/v1/settings', { headers, data })).status()).toBe(200)
  }
  await requirePhone('optional')
  const path = await unpaidOrder(baseURL ?? '', { ...newCustomerAddress(), billing_phone: '' })
  await requirePhone('required')
  await page.goto(path)
  const phoneField = page.locator('#billing_phone')
  await expect(page.locator('[name^=billing_]')).toHaveCount(1)
  await page.locator('#terms').check()
  await page.locator('#place_order').click()
  const errors = page.locator('.woocommerce-error')
  await expect(errors).toHaveText('Phone is a required field.')
  await errors.getByRole('link').click()
  await expect(phoneField).toBeFocused()
  expect(await findingsAtWidths(page)).toEqual([])
  await phoneField.fill('416 555 0100')
  await expect(phoneField).not.toHaveAttribute('aria-invalid')
  await payByCard(page, cards.good)
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
})
