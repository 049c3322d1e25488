import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { addresses } from '../../../people/account/address-book.table.ts'
import {
  addAddress,
  dropDeletedAddresses,
  MAX_ADDRESSES,
  readAddressBook,
} from '../../../people/account/address-book.ts'
import { users } from '../../../people/identity/accounts.table.ts'
import { carts } from '../../../shop/cart/cart.table.ts'

let now = new Date('2026-11-20T12:00:00Z')
const { app, shop, db } = await openShop({ now: () => now })
let ada = await createSignedInUser(shop, 'customer')
let bo = await createSignedInUser(shop, 'customer')
beforeEach(async () => {
  ada = await createSignedInUser(shop, 'customer')
  bo = await createSignedInUser(shop, 'customer')
})

const LIST = '/my-account/edit-address/'
const NONCE = 'woocommerce-edit-address-nonce'
const page = async (path: string, cookie = ada.cookie) => (await app.request(path, { headers: { cookie } })).text()
async function post(path: string, fields: Record<string, string>, user = ada) {
  const nonce = new RegExp(`name="${NONCE}" value="(\\w+)"`).exec(await page(`${LIST}billing/`, user.cookie))?.[1] ?? ''
  const body = new URLSearchParams({ ...fields, [NONCE]: nonce })
  return app.request(path, { method: 'POST', body, headers: { cookie: user.cookie } })
}
const cottage = {
  address_label: 'Cottage',
  billing_first_name: 'Ada',
  billing_last_name: 'Leaf',
  billing_address_1: '7 Lake Road',
  billing_city: 'Bala',
  billing_state: 'ON',
  billing_postcode: 'p0c1a0',
  billing_country: 'CA',
  billing_phone: '7055550100',
}
const bookOf = (user: { id: number }) => readAddressBook(db, user.id)
const add = async (fields: Record<string, string> = {}, user = ada) => {
  await post(`${LIST}new/`, { ...cottage, ...fields }, user)
  return (await bookOf(user)).at(-1)?.id ?? 0
}
const accountOf = async ({ id }: { id: number }) => (await db.select().from(users).where(eq(users.id, id)))[0]

test('billing and shipping address saved at the same moment both stay', async () => {
  const typed = Object.entries(cottage).map(([name, value]) => [name.replace('billing_', 'shipping_'), value])
  const saves = await db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, ada.id)).for('update')
    const both = [
      post(`${LIST}billing/`, { ...cottage, billing_email: 'ada@shop.test' }),
      post(`${LIST}shipping/`, Object.fromEntries(typed)),
    ]
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(2)
    return { both }
  })
  expect((await Promise.all(saves.both)).map(({ status }) => status)).toEqual([303, 303])
  expect(await accountOf(ada)).toMatchObject({ billing: { city: 'Bala' }, shipping: { city: 'Bala' } })
})

describe('[ACC-02 addresses] the address book', () => {
  test('takes an address by the checkout’s rules, with a name', async () => {
    const saved = await post(`${LIST}new/`, cottage)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, LIST])
    expect(await bookOf(ada)).toMatchObject([
      { label: 'Cottage', address: { postcode: 'P0C 1A0', phone: '+1 705 555 0100', email: '' }, usedFor: [] },
    ])
    const list = await page(LIST)
    expect(list).toContain('Bala ON P0C 1A0')
    expect(list).toContain('Cottage')
    // The default addresses keep their separate pages.
    expect(list).toContain(`${LIST}billing/`)

    const refused = await post(`${LIST}new/`, { ...cottage, address_label: ' ', billing_city: '' })
    const html = await refused.text()
    expect(refused.status).toBe(422)
    expect(html).toContain('data-id="address_label"')
    expect(html).toContain('data-id="billing_city"')
    expect(html).toContain('7 Lake Road')
    expect(await bookOf(ada)).toHaveLength(1)
  })

  test('can be the default, and a change follows', async () => {
    const id = await add({ use_for_shipping: '1' })
    expect(await accountOf(ada)).toMatchObject({ shipping: { city: 'Bala' }, billing: {} })
    await post(LIST, { billing_default: String(id) })
    expect(await bookOf(ada)).toMatchObject([{ usedFor: ['billing', 'shipping'] }])
    await post(`${LIST}${id}/`, { ...cottage, billing_address_1: '9 Lake Road', address_label: 'Lake' })
    expect(await accountOf(ada)).toMatchObject({
      billing: { address1: '9 Lake Road' },
      shipping: { address1: '9 Lake Road' },
    })
    expect(await bookOf(ada)).toMatchObject([{ label: 'Lake', usedFor: ['billing', 'shipping'] }])
  })

  test('a deleted address comes back within an hour, and not later: a job then deletes it for good', async () => {
    const id = await add()
    await post(LIST, { delete_address: String(id) })
    expect(await bookOf(ada)).toEqual([])
    expect(await page(LIST)).toContain('“Cottage” was deleted.')
    await post(LIST, { restore_address: String(id) })
    expect(await bookOf(ada)).toHaveLength(1)
    await post(LIST, { delete_address: String(id) })
    now = new Date(now.getTime() + 3_600_001)
    expect(await page(LIST)).not.toContain('was deleted')
    await post(LIST, { restore_address: String(id) })
    expect(await bookOf(ada)).toEqual([])
    await add()
    expect(await db.$count(addresses, eq(addresses.userId, ada.id))).toBe(1)

    const last = (await bookOf(ada))[0]?.id ?? 0
    await post(LIST, { delete_address: String(last) })
    await dropDeletedAddresses(db, new Date(now.getTime() + 3_599_999))
    expect(await db.$count(addresses, eq(addresses.id, last))).toBe(1)
    await dropDeletedAddresses(db, new Date(now.getTime() + 3_600_000))
    expect(await db.$count(addresses, eq(addresses.id, last))).toBe(0)
  })

  test('another’s address is never shown, changed, used, deleted or brought back', async () => {
    const id = await add({ billing_address_1: 'Secret Lane 5' })
    const before = await db.select().from(addresses).where(eq(addresses.id, id))
    const shown = await app.request(`${LIST}${id}/`, { headers: { cookie: bo.cookie } })
    const unknown = await app.request(`${LIST}99999999/`, { headers: { cookie: bo.cookie } })
    expect([shown.status, unknown.status]).toEqual([303, 303])
    expect(await shown.text()).toBe(await unknown.text())
    await post(`${LIST}${id}/`, { ...cottage, billing_address_1: 'Stolen' }, bo)
    for (const action of ['billing_default', 'shipping_default', 'delete_address', 'restore_address'])
      for (const value of [String(id), '0', '-1', '1e99', 'x', '99999999999']) await post(LIST, { [action]: value }, bo)
    expect(await db.select().from(addresses).where(eq(addresses.id, id))).toEqual(before)
    expect(await accountOf(bo)).toMatchObject({ billing: {}, shipping: {} })
    expect(await page(`/checkout/?bill_to=${id}`, bo.cookie)).not.toContain('Secret Lane')
  })

  test('without a valid nonce nothing changes, and what was typed is shown again', async () => {
    const body = new URLSearchParams({ ...cottage, [NONCE]: 'wrong' })
    const response = await app.request(`${LIST}new/`, { method: 'POST', body, headers: { cookie: ada.cookie } })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('7 Lake Road')
    expect(await bookOf(ada)).toEqual([])
  })

  test(`holds ${MAX_ADDRESSES} addresses, whoever comes at the same time`, async () => {
    const [home] = [await add()]
    const address = (await bookOf(ada)).find(({ id }) => id === home)?.address
    if (!address) throw new Error('not saved')
    const added = await Promise.all(
      Array.from({ length: MAX_ADDRESSES + 3 }, (_, nth) =>
        addAddress(shop, ada.id, { label: `Place ${nth}`, address }),
      ),
    )
    expect(added.filter(({ ok }) => ok)).toHaveLength(MAX_ADDRESSES - 1)
    expect(await bookOf(ada)).toHaveLength(MAX_ADDRESSES)
    expect((await post(`${LIST}new/`, cottage)).status).toBe(422)
    expect(await page(LIST)).not.toContain(`href="${LIST}new/"`)
  })
})

describe('[ACC-02 addresses] at the checkout', () => {
  const withCart = async () => {
    const added = await app.request('/?add-to-cart=131', { headers: { cookie: ada.cookie } })
    const cookies = added.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    return [ada.cookie, ...cookies].join('; ')
  }

  test('one of several is chosen without script, and fills in the platform’s fields', async () => {
    await add({ address_label: 'Home', billing_address_1: '1 Kettle Lane', billing_city: 'Toronto' })
    const one = await page('/checkout/', await withCart())
    expect(one).not.toContain('name="bill_to"')
    const id = await add()
    const cookie = await withCart()
    const choice = await page('/checkout/', cookie)
    expect(choice).toContain('name="bill_to"')
    expect(choice).toContain('Cottage: 7 Lake Road, Bala')
    const filled = await page(`/checkout/?bill_to=${id}&ship_to=`, cookie)
    expect(filled).toMatch(/name="billing_address_1"[^>]* value="7 Lake Road"/)
    expect(filled).toMatch(new RegExp(`<option value="${id}" selected=""`))
    const [home] = await bookOf(ada)
    const split = await page(`/checkout/?bill_to=${id}&ship_to=${home?.id}`, cookie)
    expect(split).toMatch(/name="shipping_address_1"[^>]* value="1 Kettle Lane"/)
    expect(split).toMatch(/id="ship-to-different-address-checkbox"[^>]* checked=""/)
    expect((await page('/checkout/?bill_to=nonsense', cookie)).match(/7 Lake Road/g)).toHaveLength(2)
  })

  test('the choice shows the address that is filled in, and none if it is another one', async () => {
    await add()
    await add({ address_label: 'Office', billing_address_1: '9 Bay Street' })
    const cookie = await withCart()
    const shown = async () => {
      const choice = /<select id="bill_to".*?<\/select>/.exec(await page('/checkout/', cookie))?.[0] ?? ''
      return /<option[^>]* selected="">([^<]*)/.exec(choice)?.[1]
    }
    expect(await shown()).toBe('The one below')
    const { id } = (await bookOf(ada))[0] ?? {}
    const delivered = await page(`/checkout/?bill_to=&ship_to=${id}`, cookie)
    expect(delivered).toMatch(/name="shipping_address_1"[^>]* value="7 Lake Road"/)
    const office = (await bookOf(ada)).at(-1)
    await post(LIST, { billing_default: `${office?.id}` })
    expect(await shown()).toBe('Office: 9 Bay Street, Bala')
  })

  test('the stored shipping address is in its fields, and the order goes there only if the box is ticked', async () => {
    const shipping = Object.entries(cottage).map(([name, value]) => [name.replace('billing_', 'shipping_'), value])
    await post(`${LIST}shipping/`, Object.fromEntries(shipping))
    const form = async () => {
      const html = await page('/checkout/', cookie)
      expect(html).not.toMatch(/id="ship-to-different-address-checkbox"[^>]* checked=""/)
      return ['billing', 'shipping'].map(
        (set) => new RegExp(`name="${set}_address_1"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? '',
      )
    }
    const cookie = await withCart()
    expect(await form()).toEqual(['', '7 Lake Road'])
    await post(`${LIST}billing/`, { ...cottage, billing_email: 'ada@shop.test', billing_address_1: '5 New Street' })
    expect(await form()).toEqual(['5 New Street', '7 Lake Road'])
    await post(`${LIST}billing/`, { ...cottage, billing_email: 'ada@shop.test' })
    expect(await form()).toEqual(['7 Lake Road', ''])
  })

  test('the billing address is the one just saved, not the one of an earlier checkout', async () => {
    const cookie = await withCart()
    const fields = { billing_email: 'ada@shop.test', billing_first_name: 'Ada', billing_last_name: 'Leaf' }
    const atCheckout = async () => {
      const html = await page('/checkout/', cookie)
      return /name="billing_address_1"[^>]* value="([^"]*)"/.exec(html)?.[1]
    }
    await shop.db
      .update(carts)
      .set({ billing: { firstName: 'Ada', address1: '1 Kettle Lane', city: 'Toronto', state: 'ON', country: 'CA' } })
      .where(eq(carts.sessionKey, `${ada.id}`))
    expect(await atCheckout()).toBe('1 Kettle Lane')
    await post(`${LIST}billing/`, { ...cottage, ...fields, billing_address_1: '5 New Street' })
    expect(await atCheckout()).toBe('5 New Street')
    const id = await add()
    await post(LIST, { billing_default: `${id}` })
    expect(await atCheckout()).toBe('7 Lake Road')
    await post(`${LIST}${id}/`, { ...cottage, billing_address_1: '8 Lake Road' })
    expect(await atCheckout()).toBe('8 Lake Road')
    const [cart] = await shop.db
      .select()
      .from(carts)
      .where(eq(carts.sessionKey, `${ada.id}`))
    expect(cart).toMatchObject({
      billing: { email: 'ada@shop.test' },
      shipping: { address1: '8 Lake Road', email: '' },
    })
  })
})
