/**
 * The published client of WooCommerce's REST API with customers, payment gateways, settings, data and system status,
 * and the effects of these calls on the shop.
 */
import { serve } from '@hono/node-server'
import WooCommerceRestApi from '@woocommerce/woocommerce-rest-api'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createApiKey } from '../../src/people/identity/keys/api-keys.store.ts'
import { isPasswordOf } from '../../src/people/identity/users.store.ts'
import type { Role } from '../../src/platform/access/permissions.ts'
import { loadSettings } from '../../src/settings.ts'
import { availableGateways } from '../../src/shop/payment-methods/payment-methods.ts'
import { writeOrder } from '../support/orders.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'

const { shop, db, pool, enqueuedJobs } = await openShop()
const server = serve({ fetch: (request) => app.fetch(request), port: 0, hostname: '127.0.0.1' })
await new Promise<void>((done) => void server.once('listening', done))
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
const app = createApp({ ...shop, url })
afterAll(() => void server.close())

async function clientOf(role: Role, version = 'wc/v3') {
  const user = await createSignedInUser(shop, role)
  const key = await createApiKey(shop, { userId: user.id, description: role, permissions: 'read_write' })
  const { consumerKey = '', consumerSecret = '' } = key ?? {}
  return { user, client: new WooCommerceRestApi({ url, consumerKey, consumerSecret, version: version as 'wc/v3' }) }
}
const { user: owner, client } = await clientOf('administrator')
const { client: manager } = await clientOf('shop_manager')
const refusal = (status: number, code: string) => ({ response: { status, data: { code } } })

test('customers: every verb', async () => {
  const made = await client.post('customers', {
    email: 'eve@shop.test',
    first_name: 'Eve',
    billing: { city: 'Guelph' },
  })
  expect([made.status, made.data.billing.city]).toEqual([201, 'Guelph'])
  const path = `customers/${made.data.id}`
  expect((await client.put(path, { last_name: 'Leaf', meta_data: [{ key: 'till', value: 7 }] })).data).toMatchObject({
    last_name: 'Leaf',
    meta_data: [{ id: 1, key: 'till', value: '7' }],
  })
  expect((await client.get(path)).data.email).toBe('eve@shop.test')
  expect((await client.get('customers', { search: 'eve', orderby: 'id' })).data).toMatchObject([{ id: made.data.id }])
  expect((await client.get(`${path}/downloads`)).data).toEqual([])
  const batch = await client.post('customers/batch', {
    create: [{ email: 'fay@shop.test' }, { email: 'eve@shop.test' }],
    update: [{ id: made.data.id, first_name: 'Eva' }],
  })
  expect(batch.data).toMatchObject({
    create: [{ email: 'fay@shop.test' }, { id: 0, error: { code: 'registration-error-email-exists' } }],
    update: [{ first_name: 'Eva' }],
  })
  const order = await writeOrder(db, { customerId: made.data.id })
  expect((await client.delete(path, { force: true, reassign: owner.id })).data.first_name).toBe('Eva')
  await expect(client.get(path)).rejects.toMatchObject(refusal(404, 'wc_user_invalid_id'))
  const { rows } = await pool.query('select customer_id from orders where id = $1', [order.id])
  expect(rows).toEqual([{ customer_id: null }])
})

test('[ACC-03] nobody becomes one of the staff through customers, and passwords are stored as hashes alone', async () => {
  const sent = {
    email: 'mallory@shop.test',
    password: 'marble-kettle-harbour-42',
    role: 'administrator',
    roles: ['administrator'],
    meta_data: [
      { key: 'wp_capabilities', value: { administrator: true } },
      { key: 'role', value: 'administrator' },
    ],
  }
  const { data } = await manager.post('customers', sent)
  expect([data.role, data.meta_data]).toEqual(['customer', [{ id: 1, key: 'role', value: 'administrator' }]])
  await manager.put(`customers/${data.id}`, { role: 'administrator' })
  const { rows } = await pool.query('select role, meta::text from users where id = $1', [data.id])
  expect(rows[0].role).toBe('customer')
  expect(JSON.stringify(rows)).not.toContain(sent.password)
  expect(await isPasswordOf(db, data.id, sent.password)).toBe(true)
  for (const change of [
    { email: 'mine@shop.test' },
    { password: sent.password },
    { meta_data: [{ key: 'a', value: 1 }] },
  ])
    await expect(manager.put(`customers/${owner.id}`, change)).rejects.toMatchObject(
      refusal(403, 'woocommerce_rest_cannot_edit'),
    )
  const batch = await manager.post('customers/batch', {
    update: [{ id: owner.id, email: 'mine@shop.test' }],
    delete: [owner.id],
  })
  expect(batch.data).toMatchObject({
    update: [{ error: { code: 'woocommerce_rest_cannot_edit' } }],
    delete: [{ error: { code: 'woocommerce_rest_cannot_delete' } }],
  })
  await expect(client.put(`customers/${data.id}`, { username: 'root' })).rejects.toMatchObject(
    refusal(400, 'woocommerce_rest_customer_invalid_argument'),
  )
})

test('payment gateways: every verb; their order is that of the checkout, and secrets are not answered', async () => {
  const list = (await client.get('payment_gateways')).data as { id: string }[]
  expect(list.map(({ id }) => id)).toContain('stripe_cc')
  const changed = await client.put('payment_gateways/cheque', {
    title: 'By <b>cheque</b>',
    enabled: true,
    order: 1,
    settings: { instructions: 'To the <script>x</script>shop.\nSigned.' },
  })
  expect(changed.data).toMatchObject({
    title: 'By cheque',
    enabled: true,
    order: 1,
    settings: { instructions: { value: 'To the x shop.\nSigned.' } },
  })
  await client.put('payment_gateways/cod', { enabled: true, order: 0, settings: { enable_for_methods: ['flat_rate'] } })
  expect((await client.get('payment_gateways/cod')).data.settings.enable_for_methods.value).toEqual(['flat_rate'])
  const settings = await loadSettings(db)
  const payable = { currency: 'CAD', billingCountry: 'CA', shopCountry: 'CA', rateId: 'flat_rate:1', totalCents: 5000 }
  expect(availableGateways(settings, payable).slice(0, 2)).toEqual(['cod', 'cheque'])
  for (const wrong of [
    { title: '' },
    { settings: { enable_for_methods: ['balloon'] } },
    { settings: { title: ['x'] } },
    { title: 'Renamed', settings: { colour: 'red' } },
  ])
    await expect(client.put('payment_gateways/cod', wrong)).rejects.toMatchObject(
      refusal(400, 'rest_setting_value_invalid'),
    )
  await pool.query(
    `update settings set value = jsonb_set(value, '{bacs,accounts}', '[{"accountName":"House","bankName":"","institution":"999","transit":"00123","accountNumber":"7654321"}]')
      where name = 'gateways'`,
  )
  const everything = JSON.stringify((await client.get('payment_gateways')).data)
  expect(everything).not.toMatch(/7654321|sk_|whsec_/)
  expect((await loadSettings(db)).gateways.bacs.accounts).toHaveLength(1)
  await client.put('payment_gateways/bacs', { enabled: true })
  expect((await loadSettings(db)).gateways.bacs.accounts).toHaveLength(1)
  await expect(manager.get('payment_gateways')).rejects.toMatchObject(refusal(403, 'woocommerce_rest_cannot_view'))
})

test('settings: every verb, both ways, each with the rights that it needs', async () => {
  const groups = (await client.get('settings')).data as { id: string }[]
  for (const { id } of groups) {
    const options = (await client.get(`settings/${id}`)).data as { id: string; value: unknown }[]
    // Sending options back as they were read changes nothing.
    if (options.length > 0) {
      const { data } = await client.post(`settings/${id}/batch`, { update: options })
      expect(data.update.filter((one: object) => 'error' in one)).toEqual([])
    }
  }
  // The option for the tax class of shipping shows the class that carts use, even if it was set through another API.
  const shippingClass = 'settings/tax/woocommerce_shipping_tax_class'
  await client.post('taxes/classes', { name: 'Freight' })
  await (await clientOf('administrator', 'samovar/v1')).client.put('settings/taxes', { shipping_tax_class: 'freight' })
  const { data: freight } = await client.get(shippingClass)
  expect([freight.value, Object.keys(freight.options)]).toEqual(['freight', ['inherit', '', 'freight']])
  for (const value of ['freight', '', 'inherit'])
    expect((await client.put(shippingClass, { value })).data.value).toBe(value)
  await expect(client.put(shippingClass, { value: 'gold' })).rejects.toMatchObject({ response: { status: 400 } })
  const before = await loadSettings(db)
  const set = async (path: string, value: unknown, who = client) =>
    (await who.put(`settings/${path}`, { value })).data.value
  expect(await set('general/woocommerce_store_city', 'Guelph', manager)).toBe('Guelph')
  expect(await set('general/woocommerce_default_country', 'CA:QC')).toBe('CA:QC')
  expect(await set('general/woocommerce_specific_allowed_countries', ['CA', 'US'])).toEqual(['CA', 'US'])
  expect(await set('general/woocommerce_ship_to_countries', 'all')).toBe('all')
  expect(await set('products/woocommerce_weight_unit', 'g')).toBe('g')
  expect(await set('products/woocommerce_hold_stock_minutes', 15)).toBe('15')
  expect(await set('products/woocommerce_notify_low_stock', false)).toBe('no')
  expect(await set('tax/woocommerce_tax_round_at_subtotal', 'yes')).toBe('yes')
  expect(await set('account/woocommerce_enable_signup_and_login_from_checkout', 'no')).toBe('no')
  expect(await set('account/woocommerce_enable_myaccount_registration', 'no')).toBe('no')
  expect(await set('site-visibility/woocommerce_coming_soon', 'yes')).toBe('yes')
  expect(await set('email_new_order/recipient', 'pack@shop.test, till@shop.test')).toBe(
    'pack@shop.test, till@shop.test',
  )
  const after = await loadSettings(db)
  expect(after).toMatchObject({
    storeAddress: { ...before.storeAddress, city: 'Guelph', state: 'QC' },
    checkout: { sellsTo: ['CA', 'US'], shipsTo: 'everywhere', accountCreation: 'none' },
    weightUnit: 'g',
    holdStockMinutes: 15,
    registration: false,
    taxes: { ...before.taxes, roundTax: 'subtotal' },
    comingSoon: { ...before.comingSoon, isOn: true },
    emails: { 'low-stock': { enabled: false }, 'new-order': { recipients: ['pack@shop.test', 'till@shop.test'] } },
  })
  for (const [path, value] of [
    ['general/woocommerce_currency', 'EUR'],
    ['general/woocommerce_currency_pos', 'right'],
    ['general/woocommerce_default_country', 'CA:NY'],
    ['general/woocommerce_specific_allowed_countries', []],
    ['general/woocommerce_store_postcode', '90210'],
    ['products/woocommerce_hold_stock_minutes', '-1'],
    ['products/woocommerce_hold_stock_minutes', null],
    ['email_new_order/recipient', 'nobody'],
    ['email_new_order/enabled', { on: true }],
  ] as const)
    await expect(set(path, value), path).rejects.toMatchObject(refusal(400, 'rest_setting_value_invalid'))
  // Only administrators may change these, as in the back office.
  for (const [path, value] of [
    ['products/woocommerce_hold_stock_minutes', '20'],
    ['account/woocommerce_enable_myaccount_registration', 'yes'],
  ] as const)
    await expect(set(path, value, manager), path).rejects.toMatchObject(refusal(403, 'woocommerce_rest_cannot_edit'))
  await expect(set('email_customer_reset_password/subject', 'x', manager)).rejects.toMatchObject({
    response: { status: 403 },
  })
  expect(await loadSettings(db)).toEqual(after)
  const batch = await client.post('settings/batch', {
    update: [
      { group_id: 'general', id: 'woocommerce_store_city', value: 'Elora' },
      { group_id: 'general', id: 'nothing', value: '1' },
      'nothing',
    ],
  })
  expect(batch.data.update).toMatchObject([{ value: 'Elora' }, { id: 'nothing', error: {} }, { error: {} }])
  const log = await pool.query("select summary from admin_log where kind = 'settings' and summary like '%option%'")
  expect(log.rowCount).toBeGreaterThan(0)
})

test('data and system status: every verb; nothing of it is secret', async () => {
  expect((await client.get('data')).data).toHaveLength(3)
  expect((await client.get('data/continents')).data).toHaveLength(7)
  expect((await client.get('data/continents/eu')).data.code).toBe('EU')
  expect((await client.get('data/countries')).data).toHaveLength(250)
  expect((await client.get('data/countries/us')).data.name).toBe('United States')
  expect((await client.get('data/currencies/current')).data.code).toBe('CAD')
  expect((await client.get('data/currencies/eur')).data.symbol).toBe('&#x20ac;')
  const status = (await manager.get('system_status')).data
  expect(status.database.database_tables.woocommerce.orders.engine).toBe('PostgreSQL')
  expect(JSON.stringify(status)).not.toMatch(new RegExp(`sk_|whsec_|postgres:|${shop.secret}`))
  const tools = (await client.get('system_status/tools')).data as { id: string }[]
  for (const { id } of tools) {
    expect((await client.get(`system_status/tools/${id}`)).data.id).toBe(id)
    expect((await client.put(`system_status/tools/${id}`, { confirm: true })).data.success).toBe(true)
  }
  expect(enqueuedJobs.map(({ name }) => name)).toContain('refresh-all-products')
})
