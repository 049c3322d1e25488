import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { loadSettings } from '../../../settings.ts'
import type { ShopSettings } from './shop-settings.ts'

const { app, db, pool, shop } = await openShop()
const owner = await createSignedInUser(shop, 'administrator')
const editor = await createSignedInUser(shop, 'editor')
const path = '/wp-json/samovar/v1/settings'

const put = async (who: typeof owner, body: Record<string, unknown>) => {
  const response = await app.request(path, {
    method: 'PUT',
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const get = async (who: typeof owner) =>
  (await (await app.request(path, { headers: who.headers })).json()) as ShopSettings

test('[CAT-04] an editor changes the grid layout, and omitted settings do not change', async () => {
  const before = await get(editor)
  const answer = await put(editor, { grid_layout: 4, products_per_page: 24 })
  expect(answer).toEqual({ status: 200, body: { ...before, grid_layout: 4, products_per_page: 24 } })
  expect(await loadSettings(db)).toMatchObject({ gridLayout: 4, productsPerPage: 24 })
  await put(editor, { grid_layout: 1, products_per_page: 12 })
})

test('[CAT-04] saving invalidates cached listings', async () => {
  const client = await pool.connect()
  const notifications: (string | undefined)[] = []
  client.on('notification', ({ payload }) => notifications.push(payload))
  await client.query('listen samovar_page_tags')
  await put(owner, { grid_layout: 4 })
  await client.query('select 1')
  expect(notifications).toEqual(['settings'])
  await put(owner, { grid_layout: 7 })
  await client.query('select 1')
  expect(notifications).toHaveLength(1)
  await put(owner, { grid_layout: 1 })
  await client.query('unlisten *')
  client.release()
})

test('[ACC-03] business settings require the owner, and a rejection changes nothing', async () => {
  const before = await loadSettings(db)
  const rejected = await put(editor, { products_per_page: 48, reviews_wait: 'none', cart_redirect_after_add: 'yes' })
  expect(rejected).toMatchObject({
    status: 403,
    body: { code: 'samovar_rest_cannot_edit', data: { params: ['reviews_wait', 'cart_redirect_after_add'] } },
  })
  expect(await loadSettings(db)).toEqual(before)
  const changed = await put(owner, { reviews_wait: 'none', reviews_buyers_only: true, review_rating_required: 'no' })
  expect(changed.status).toBe(200)
  expect((await loadSettings(db)).reviews).toEqual({
    ratingRequired: 'no',
    moderation: 'none',
    verifiedOwnersOnly: true,
  })
})

test('[CHK-01] the owner can change the phone setting; an editor cannot', async () => {
  expect((await get(owner)).checkout_phone_field).toBe('required')
  expect((await put(editor, { checkout_phone_field: 'hidden' })).status).toBe(403)
  expect((await put(owner, { checkout_phone_field: 'never' })).status).toBe(400)
  expect((await loadSettings(db)).checkoutPhoneField).toBe('required')
  for (const field of ['optional', 'hidden', 'required'] as const) {
    const { status, body } = await put(owner, { checkout_phone_field: field })
    expect([status, body.checkout_phone_field]).toEqual([200, field])
    expect((await loadSettings(db)).checkoutPhoneField).toBe(field)
  }
})

test('invalid values are reported by name, and nothing is saved', async () => {
  const before = await loadSettings(db)
  const wrongs: Record<string, unknown> = {
    grid_layout: 2,
    products_per_page: 4.5,
    store_notice: 'x'.repeat(201),
    reviews_wait: null,
    reviews_buyers_only: 'perhaps',
    cart_redirect_after_add: true,
    site_title: 'Mine',
    __proto__x: 1,
  }
  const { status, body } = await put(owner, { ...wrongs, review_rating_required: 'yes' })
  expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
  expect(Object.keys((body.data as { params: object }).params).toSorted()).toEqual(Object.keys(wrongs).toSorted())
  expect(await loadSettings(db)).toEqual(before)
})

test('[SITE-01] a changed store notice gets a new id; the same text retains its id', async () => {
  await put(editor, { store_notice: '  Free   shipping \n today ' })
  const first = (await loadSettings(db)).storeNotice
  expect(first?.text).toBe('Free shipping today')
  await put(editor, { store_notice: 'Free shipping today' })
  expect((await loadSettings(db)).storeNotice).toEqual(first)
  await put(editor, { store_notice: 'Closed on Monday' })
  expect((await loadSettings(db)).storeNotice?.id).not.toBe(first?.id)
  await put(editor, { store_notice: '' })
  expect((await loadSettings(db)).storeNotice).toBeNull()
})
