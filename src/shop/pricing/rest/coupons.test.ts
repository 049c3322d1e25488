import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { repetitions } from '../../../../test/running/long-run.ts'
import { jsonClient } from '../../../../test/support/json-client.ts'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'

const { app, db, shop, pool } = await openShop()
const owner = await createSignedInUser(shop, 'administrator')
const editor = await createSignedInUser(shop, 'editor')
const base = '/wp-json/wc/v3/coupons'

type Json = Record<string, unknown> & { id: number; code: string }
const call = jsonClient<Json>(app, base, owner)
const codes = async (query: string) => {
  const { json } = await call('GET', query)
  return (json as unknown as Json[]).map((coupon) => coupon.code)
}

beforeEach(async () => {
  await pool.query('truncate orders cascade')
  await pool.query('delete from coupons where id > 100')
})

describe('reading', () => {
  test('[MINI-05] a coupon has the names and kinds of value of the recorded ones', async () => {
    const { status, headers, json } = await call('GET', '/21')
    expect(status).toBe(200)
    expect(headers.get('allow')).toBe('GET, POST, PUT, PATCH, DELETE')
    expect(json).toMatchObject({
      id: 21,
      code: 'solo',
      amount: '15.00',
      status: 'publish',
      discount_type: 'percent',
      description: '',
      date_expires: null,
      date_expires_gmt: null,
      usage_count: 0,
      individual_use: true,
      product_ids: [],
      excluded_product_ids: [],
      usage_limit: null,
      usage_limit_per_user: null,
      limit_usage_to_x_items: null,
      free_shipping: false,
      product_categories: [],
      excluded_product_categories: [],
      exclude_sale_items: false,
      minimum_amount: '0.00',
      maximum_amount: '0.00',
      email_restrictions: [],
      used_by: [],
      meta_data: [],
      _links: {
        self: [
          {
            href: 'http://shop.test/wp-json/wc/v3/coupons/21',
            targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
          },
        ],
        collection: [{ href: 'http://shop.test/wp-json/wc/v3/coupons' }],
      },
    })
  })

  test('[MINI-05] the list: pages with counts and links, search, code, status, order', async () => {
    const page = await call('GET', '?per_page=3&orderby=id')
    expect((page.json as unknown as Json[]).map(({ id }) => id)).toEqual([21, 20, 19])
    expect([page.headers.get('x-wp-total'), page.headers.get('x-wp-totalpages')]).toEqual(['7', '3'])
    expect(page.headers.get('link')).toContain('rel="next"')
    expect(page.headers.get('allow')).toBe('GET, POST')
    expect(await codes('?search=FIVE')).toEqual(['five-off'])
    expect(await codes('?code=TEA10')).toEqual(['tea10'])
    expect(await codes('?orderby=title&order=asc&per_page=2')).toEqual(['bigspend', 'expired'])
    expect(await codes('?include=15,16&orderby=id&order=asc')).toEqual(['tea10', 'five-off'])
    expect(await codes('?status=draft')).toEqual([])
    expect((await call('GET', '?per_page=0')).status).toBe(400)
  })

  test('[MINI-05] how often it was used, and by whom', async () => {
    const use = { code: 'usedup', couponId: 20, discountCents: 0, discountTaxCents: 0 }
    await writeOrder(db, { coupons: [{ ...use, usedBy: 'ada@shop.test' }] })
    await writeOrder(db, { coupons: [{ ...use, usedBy: 'ada@shop.test' }] })
    await writeOrder(db, { coupons: [{ ...use, usedBy: 'bob@shop.test', isCounted: false }] })
    expect((await call('GET', '/20')).json).toMatchObject({ usage_count: 2, used_by: ['ada@shop.test'] })
  })
})

describe('writing', () => {
  const whole = {
    code: 'Spring-12',
    discount_type: 'percent',
    amount: '12.5',
    description: 'For the first flush',
    date_starts: '2026-04-01T00:00:00',
    date_expires: '2026-05-01T00:00:00',
    individual_use: true,
    product_ids: [131],
    excluded_product_ids: [133],
    usage_limit: 100,
    usage_limit_per_user: 1,
    limit_usage_to_x_items: 3,
    free_shipping: true,
    product_categories: [30],
    excluded_product_categories: [31],
    exclude_sale_items: true,
    minimum_amount: '50.00',
    maximum_amount: '500.00',
    email_restrictions: ['*@Tea.example'],
  }

  test('[MINI-05] what is written is read back', async () => {
    const made = await call('POST', '', whole)
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`http://shop.test${base}/${made.json.id}`)
    const told = {
      ...whole,
      code: 'spring-12',
      amount: '12.50',
      date_expires_gmt: '2026-05-01T04:00:00',
      email_restrictions: ['*@tea.example'],
    }
    expect((await call('GET', `/${made.json.id}`)).json).toMatchObject(told)
    const sentBack = await call('PUT', `/${made.json.id}`, { ...made.json, amount: 20, status: 'draft' })
    expect([sentBack.status, sentBack.json.amount, sentBack.json.status]).toEqual([200, '20.00', 'draft'])
    const emptied = await call('PATCH', `/${made.json.id}`, { amount: '', minimum_amount: '', usage_limit: '' })
    expect(emptied.json).toMatchObject({ amount: '0.00', minimum_amount: '0.00', usage_limit: null })
    const cleared = await call('PATCH', `/${made.json.id}`, { usage_limit: null, date_expires: '', minimum_amount: 0 })
    expect(cleared.json).toMatchObject({ usage_limit: null, date_expires: null, minimum_amount: '0.00' })
    const gone = await call('DELETE', `/${made.json.id}?force=true`)
    expect([gone.status, gone.json.code]).toEqual([200, 'spring-12'])
    expect((await call('GET', `/${made.json.id}`)).json.code).toBe('woocommerce_rest_shop_coupon_invalid_id')
  })

  test('[MINI-05] a coupon goes to the trash and comes back; programs keep notes of their own in it', async () => {
    const { json } = await call('POST', '', {
      code: 'binned',
      amount: '5',
      meta_data: [{ key: 'campaign', value: 'may' }],
    })
    expect(json.meta_data).toEqual([{ id: 1, key: 'campaign', value: 'may' }])
    expect((await call('DELETE', `/${json.id}`)).status).toBe(200)
    const listed = async (status: string) =>
      (await call('GET', `?status=${status}&code=binned`)).headers.get('x-wp-total')
    expect([await listed('any'), await listed('draft'), await listed('trash')]).toEqual(['0', '0', '1'])
    const trashed = (await call('GET', `/${json.id}`)).json
    expect([trashed.status, trashed.meta_data]).toEqual(['trash', json.meta_data])
    const again = await call('DELETE', `/${json.id}`)
    expect([again.status, again.json.code]).toEqual([410, 'woocommerce_rest_already_trashed'])
    expect((await call('PUT', `/${json.id}`, { amount: '6' })).json.status).toBe('trash')
    expect((await call('PUT', `/${json.id}`, { status: 'publish' })).json.status).toBe('publish')
    expect((await call('DELETE', `/${json.id}?force=true`)).status).toBe(200)
  })

  const tooMany = Array.from({ length: 1001 }, (_, index) => index + 1)
  test.each<[string, string, string, unknown, number, string]>([
    ['no code', 'POST', '', {}, 400, 'rest_missing_callback_param'],
    ['an empty code', 'POST', '', { code: ' ' }, 400, 'rest_invalid_param'],
    ['a code that is taken', 'POST', '', { code: 'TEA10' }, 400, 'woocommerce_rest_coupon_code_already_exists'],
    ['another one’s code', 'PUT', '/21', { code: 'tea10' }, 400, 'woocommerce_rest_coupon_code_already_exists'],
    ['more than everything', 'PUT', '/21', { amount: '100.01' }, 400, 'rest_invalid_param'],
    ['a percentage of an amount', 'PUT', '/16', { discount_type: 'percent', amount: '500' }, 400, 'rest_invalid_param'],
    ['less than nothing', 'PUT', '/21', { amount: '-1' }, 400, 'rest_invalid_param'],
    ['half a cent', 'PUT', '/21', { amount: '1.005' }, 400, 'rest_invalid_param'],
    ['half a use', 'PUT', '/21', { usage_limit: 1.5 }, 400, 'rest_invalid_param'],
    ['a day that is none', 'PUT', '/21', { date_expires: '2026-02-31x' }, 400, 'rest_invalid_param'],
    ['a list that is too long', 'PUT', '/21', { product_ids: tooMany }, 400, 'rest_invalid_param'],
    ['another one', 'POST', '', { code: 'long', excluded_product_ids: tooMany }, 400, 'rest_invalid_param'],
    ['an address that is none', 'PUT', '/21', { email_restrictions: ['x'] }, 400, 'rest_invalid_param'],
    ['a field nobody knows', 'PUT', '/21', { ammount: '1' }, 400, 'rest_invalid_param'],
    ['a coupon nobody knows', 'PUT', '/99999999', { amount: '1' }, 400, 'woocommerce_rest_shop_coupon_invalid_id'],
    ['a number of one’s own', 'POST', '', { id: 5, code: 'own' }, 400, 'woocommerce_rest_shop_coupon_exists'],
  ])('[MINI-05] %s is refused and changes nothing', async (_, method, path, body, status, code) => {
    const before = await digestShop(db)
    const response = await call(method, path, body)
    expect([response.status, response.json.code]).toEqual([status, code])
    expect(await digestShop(db)).toEqual(before)
  })

  test('[MINI-05] batch: each item has its own result', async () => {
    const { json } = await call('POST', '/batch', {
      create: [{ code: 'one' }, { code: 'tea10' }],
      update: [{ id: 21, description: 'Alone' }, { id: 0 }],
      delete: [99_999],
    })
    expect(json).toMatchObject({
      create: [{ code: 'one' }, { id: 0, error: { code: 'woocommerce_rest_coupon_code_already_exists' } }],
      update: [{ id: 21, description: 'Alone' }, { error: { code: 'woocommerce_rest_shop_coupon_invalid_id' } }],
      delete: [{ id: 99_999, error: { code: 'woocommerce_rest_shop_coupon_invalid_id' } }],
    })
    const many = await call('POST', '/batch', { delete: Array.from({ length: 101 }, () => 1) })
    expect(many.status).toBe(413)
  })

  test('[MINI-05] 10 concurrent creations of one code create one coupon', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => call('POST', '', { code: 'rush' })))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await codes('?search=rush')).toEqual(['rush'])
  })

  test('[MINI-05] whatever is written, no call breaks', async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('\0', '1e9', 2 ** 53, '2026-13-45', ['x'], '\ud800'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('POST ', 'PUT /21', 'POST /batch'),
        fc.dictionary(
          fc.constantFrom(...Object.keys(whole), 'status', 'create', 'update', 'delete', '__proto__'),
          value,
        ),
        async (door, body) => {
          const [method = '', path = ''] = door.split(' ')
          expect((await call(method, path, body)).status).toBeLessThan(500)
        },
      ),
      { numRuns: repetitions(150) },
    )
    await call('PUT', '/21', { code: 'solo', status: 'publish' })
  })
})

test('[MINI-05] coupons require the permission to manage the shop', async () => {
  const before = await digestShop(db)
  for (const caller of [null, editor, { headers: { cookie: owner.cookie } }]) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/21', undefined],
      ['POST', '', { code: 'mine' }],
      ['PUT', '/21', { amount: '1' }],
      ['DELETE', '/21?force=true', undefined],
      ['POST', '/batch', { delete: [21] }],
    ] as const) {
      expect([401, 403]).toContain((await call(method, path, body, caller)).status)
    }
  }
  expect(await digestShop(db)).toEqual(before)
})
