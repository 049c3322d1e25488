/** The pages of /my-account/ for their owner, for other customers and for guests (account-pages.md). */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { users } from '../../../people/identity/accounts.table.ts'
import { orderNotes } from '../../../shop/orders/orders.table.ts'

const { app, shop, db } = await openShop()
let ada = await createSignedInUser(shop, 'customer')
beforeEach(async () => {
  ada = await createSignedInUser(shop, 'customer')
})

const get = (path: string, cookie = ada.cookie) => app.request(path, { headers: { cookie } })
const html = async (path: string, cookie = ada.cookie) => (await get(path, cookie)).text()
const post = (path: string, fields: Record<string, string>, cookie = ada.cookie) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie } })
const nonceIn = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="(\\w+)"`).exec(page)?.[1] ?? ''
const accountOf = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0]

const pages = ['', 'orders/', 'edit-address/', 'edit-address/billing/', 'edit-address/shipping/'].concat([
  ...[
    'payment-methods/',
    'edit-account/',
    'sign-ins/',
    'edit-address/new/',
    'mail-choices/',
    'privacy/',
    'privacy/deletion/',
  ],
])

describe('[ACC-02] my account', () => {
  test('each page has the navigation, marks itself in it, and is never cached', async () => {
    for (const path of pages) {
      const response = await get(`/my-account/${path}`)
      const page = await response.text()
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('cache-control')).toContain('no-store')
      const section = path.split('/')[0] || 'dashboard'
      expect(page).toContain(`woocommerce-MyAccount-navigation-link--${section} is-active`)
      expect(page.match(/aria-current="page"/g)).toHaveLength(1)
      expect(page).toContain('class="woocommerce-MyAccount-content')
    }
  })

  test('each page asks guests to sign in, and leads back to it', async () => {
    for (const path of pages) {
      const page = await html(`/my-account/${path}`, '')
      expect(page).toContain('woocommerce-form-login')
      expect(page).toContain(`name="redirect" value="/my-account/${path}"`)
      expect(page).not.toContain('woocommerce-MyAccount-navigation')
    }
  })
})

describe('[ACC-02 orders]', () => {
  test('lists own orders in pages, newest first, and finds them', async () => {
    let newest = { id: 0 }
    for (let nth = 0; nth < 21; nth += 1) {
      const createdAt = new Date(Date.UTC(2026, 0, 1 + nth))
      newest = await writeOrder(db, { invoiceNumber: 30_000 + nth + ada.id * 100, customerId: ada.id, createdAt })
    }
    const first = await html('/my-account/orders/')
    expect(first.match(/woocommerce-orders-table__row /g)).toHaveLength(20)
    expect(first).toContain(`Order #${newest.id}`)
    expect(first).toContain('href="/my-account/orders/2/"')
    const second = await html('/my-account/orders/2/')
    expect(second.match(/woocommerce-orders-table__row /g)).toHaveLength(1)
    expect((await get('/my-account/orders/3/')).status).toBe(404)
    const found = await html(`/my-account/orders/?search=INV-${30_004 + ada.id * 100}`)
    expect(found.match(/woocommerce-orders-table__row /g)).toHaveLength(1)
    expect(await html('/my-account/orders/?search=nothing')).toContain('No order matches')
  })

  test('shows one order with what the shop wrote to the customer, and nobody else’s', async () => {
    const order = await writeOrder(db, { invoiceNumber: 50_000 + ada.id, customerId: ada.id, status: 'processing' })
    await db.insert(orderNotes).values([
      { orderId: order.id, text: 'Packed with care', author: 'Olive', isCustomerNote: true, createdAt: new Date() },
      { orderId: order.id, text: 'A private remark', author: 'Olive', isCustomerNote: false, createdAt: new Date() },
    ])
    const page = await html(`/my-account/view-order/${order.id}/`)
    expect(page).toContain(`<mark class="order-number">${order.id}</mark>`)
    expect(page).toContain('<mark class="order-status">processing</mark>')
    expect(page).toContain('Packed with care')
    expect(page).not.toContain('A private remark')

    const other = await createSignedInUser(shop, 'customer')
    const foreign = await get(`/my-account/view-order/${order.id}/`, other.cookie)
    const unknown = await get('/my-account/view-order/99999999/', other.cookie)
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(await foreign.text()).toBe(await unknown.text())
    expect((await get('/my-account/view-order/99999999999999999999/')).status).toBe(404)
  })
})

describe('[ACC-02 addresses]', () => {
  const address = {
    shipping_first_name: 'Ada',
    shipping_last_name: 'Leaf',
    shipping_address_1: '1 Main Street',
    shipping_city: 'Ottawa',
    shipping_state: 'ON',
    shipping_postcode: 'k1a0b1',
    shipping_country: 'CA',
  }
  const path = '/my-account/edit-address/shipping/'
  const nonce = async () => nonceIn(await html(path), 'woocommerce-edit-address-nonce')

  test('an address is saved by the checkout’s rules, and the other one stays', async () => {
    await db
      .update(users)
      .set({ billing: { city: 'Toronto' } })
      .where(eq(users.id, ada.id))
    const saved = await post(path, { ...address, 'woocommerce-edit-address-nonce': await nonce() })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/my-account/edit-address/'])
    expect(await accountOf(ada.id)).toMatchObject({
      billing: { city: 'Toronto' },
      shipping: { firstName: 'Ada', postcode: 'K1A 0B1', state: 'ON', country: 'CA' },
    })
    expect(await html('/my-account/edit-address/')).toContain('Ottawa ON K1A 0B1')
  })

  test('errors name their field, keep what was typed, and change nothing', async () => {
    const fields = { ...address, shipping_city: '', shipping_postcode: 'nonsense' }
    const refused = await post(path, { ...fields, 'woocommerce-edit-address-nonce': await nonce() })
    const page = await refused.text()
    expect(refused.status).toBe(422)
    expect(page).toContain('data-id="shipping_city"')
    expect(page).toContain('value="1 Main Street"')
    expect((await accountOf(ada.id))?.shipping).toEqual({})
  })

  test('a form without its nonce changes nothing and keeps what was typed', async () => {
    for (const wrong of ['', 'abcdef0123']) {
      const refused = await post(path, { ...address, 'woocommerce-edit-address-nonce': wrong })
      expect([refused.status, (await refused.text()).includes('value="1 Main Street"')]).toEqual([422, true])
    }
    expect((await accountOf(ada.id))?.shipping).toEqual({})
  })
})

describe('[ACC-02 details]', () => {
  const path = '/my-account/edit-account/'
  const names = { account_first_name: 'Ada', account_last_name: 'Leaf', account_display_name: 'Ada the taster' }
  const save = async (fields: Record<string, string>) =>
    post(path, {
      ...names,
      'save-account-details-nonce': nonceIn(await html(path), 'save-account-details-nonce'),
      ...fields,
    })

  test('name and display name are changed', async () => {
    expect((await save({})).status).toBe(303)
    expect(await accountOf(ada.id)).toMatchObject({
      name: 'Ada the taster',
      meta: { first_name: 'Ada', last_name: 'Leaf' },
    })
    expect(await html(path)).toContain('value="Ada the taster"')
  })

  test.each([
    [{ account_display_name: 'ada@shop.test' }, 'account_display_name'],
    [{ account_first_name: ' ' }, 'account_first_name'],
    [{ account_last_name: 'x'.repeat(101) }, 'account_first_name'],
    [{ password_1: 'a long enough one', password_2: 'a long enough one' }, 'password_current'],
    [{ password_current: 'first-flush' }, 'password_1'],
    [{ password_current: 'first-flush', password_1: 'short', password_2: 'short' }, 'password_1'],
    [{ password_current: 'first-flush', password_1: 'a long enough one', password_2: 'another one' }, 'password_2'],
    [
      { password_current: 'wrong', password_1: 'a long enough one', password_2: 'a long enough one' },
      'password_current',
    ],
  ])('%j is refused at %s', async (fields, at) => {
    const before = await accountOf(ada.id)
    const refused = await save(fields)
    const page = await refused.text()
    expect(refused.status).toBe(422)
    expect(page).toContain(`data-id="${at}"`)
    expect(page).not.toContain('a long enough one')
    expect(await accountOf(ada.id)).toEqual(before)
  })
})
