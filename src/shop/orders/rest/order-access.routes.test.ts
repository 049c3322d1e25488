import { describe, expect, test } from 'vitest'
import { openTestOrders, recorded } from './open-test-orders.ts'

const { app, customer, editor, get, owner } = await openTestOrders()

describe('who may read orders', () => {
  test('[ACC-03] without a sign-in: the recorded error', async () => {
    const answer = await get('/wp-json/wc/v3/orders', {})
    expect(answer.status).toBe(recorded('no auth').status)
    expect(await answer.json()).toEqual(recorded('no auth').body)
  })

  test('a session cookie alone does not authenticate: any site could make a browser send it', async () => {
    expect((await get('/wp-json/wc/v3/orders', { cookie: owner.cookie })).status).toBe(401)
  })

  test('another user’s nonce is refused', async () => {
    const answer = await get('/wp-json/wc/v3/orders', { cookie: owner.cookie, 'x-wp-nonce': editor.nonce })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({
      code: 'rest_cookie_invalid_nonce',
      message: 'Cookie check failed',
      data: { status: 403 },
    })
  })

  const guarded = [
    ['GET', '/wp-json/wc/v3/orders'],
    ['POST', '/wp-json/wc/v3/orders'],
    ['GET', '/wp-json/wc/v3/orders/1001'],
    ['PUT', '/wp-json/wc/v3/orders/1001'],
    ['POST', '/wp-json/wc/v3/orders/1001'],
    ['PATCH', '/wp-json/wc/v3/orders/1001'],
    ['GET', '/wp-json/wc/v3/orders/1001/notes'],
    ['POST', '/wp-json/wc/v3/orders/1001/notes'],
    ['POST', '/wp-json/wc/v3/orders/1001/actions/send_order_details'],
    ['POST', '/wp-json/wc/v3/orders'],
    ['DELETE', '/wp-json/wc/v3/orders/1001'],
    ['POST', '/wp-json/wc/v3/orders/batch'],
    ['PUT', '/wp-json/wc/v3/orders/batch'],
    ['PATCH', '/wp-json/wc/v3/orders/batch'],
    ['GET', '/wp-json/wc/v3/orders/statuses'],
    ['GET', '/wp-json/wc/v3/orders/1001/notes/1001'],
    ['DELETE', '/wp-json/wc/v3/orders/1001/notes/1001'],
    ['GET', '/wp-json/wc/v3/orders/1001/receipt'],
    ['POST', '/wp-json/wc/v3/orders/1001/receipt'],
    ['GET', '/wp-json/wc/v3/orders/1001/actions/email_templates'],
    ['POST', '/wp-json/wc/v3/orders/1001/actions/send_email'],
    ['GET', '/wp-json/samovar/v1/orders/1001/fraud'],
    ['GET', '/wp-json/samovar/v1/orders/papers'],
    ['POST', '/wp-json/samovar/v1/orders/preview'],
    ['GET', '/wp-json/samovar/v1/orders/export'],
    ['GET', '/wp-json/wc/v3/orders/1001/refunds'],
    ['POST', '/wp-json/wc/v3/orders/1001/refunds'],
    ['GET', '/wp-json/wc/v3/orders/1001/refunds/1'],
    ['DELETE', '/wp-json/wc/v3/orders/1001/refunds/1'],
    ['POST', '/wp-json/wc/v3/orders/1001/refunds/1/retry'],
    ['POST', '/wp-json/wc/v3/payments/orders/1001/capture_authorization'],
    ['POST', '/wp-json/wc/v3/payments/orders/1001/cancel_authorization'],
    ['GET', '/wp-json/wc-shipment-tracking/v3/orders/1001/shipment-trackings'],
    ['POST', '/wp-json/wc-shipment-tracking/v3/orders/1001/shipment-trackings'],
    ['GET', '/wp-json/wc-shipment-tracking/v3/orders/1001/shipment-trackings/providers'],
    ['GET', '/wp-json/wc-shipment-tracking/v3/orders/1001/shipment-trackings/1001'],
    ['DELETE', '/wp-json/wc-shipment-tracking/v3/orders/1001/shipment-trackings/1001'],
    ['GET', '/wp-json/wc/v3/reports/orders/totals'],
    ['GET', '/wp-json/samovar/v1/mails'],
    ['GET', '/wp-json/samovar/v1/mails/1'],
    ['POST', '/wp-json/samovar/v1/mails/1/retry'],
  ] as const
  test.each(guarded)('[ACC-03] %s %s is for administrators only', async (method, path) => {
    for (const [visitor, status] of [
      [null, 401],
      [customer, 403],
      [editor, 403],
    ] as const) {
      const answer = await app.request(path, { method, headers: visitor?.headers ?? {} })
      expect(answer.status).toBe(status)
      expect(((await answer.json()) as { code: string }).code).toMatch(
        /^woocommerce_rest_cannot_(view|create|edit|delete)$/,
      )
    }
  })

  const everyRoute = app.routes
    // Excluded: everyone may manage their own application passwords and read the API's description.
    .filter(({ path }) => !path.startsWith('/wp-json/wp/v2/users/') && !path.endsWith('/openapi.json'))
    // Excluded: published content (test/wire/rest-roles.wire.test.ts).
    .filter(
      ({ method, path }) =>
        method !== 'GET' ||
        !/\/wp\/v2\/(posts|pages|project|project_category|categories|tags|comments|search|statuses|types|taxonomies)/.test(
          path,
        ),
    )
    .map(({ method, path }) => [method === 'ALL' ? 'POST' : method, path.replaceAll(/:\w+\{[^}]*\}/g, '1001')])
  test.each(everyRoute)('[ACC-03] %s %s of the order API is refused for guests and customers', async (method, path) => {
    // As recorded, the API of contact forms answers guests with the same status as every caller that it refuses.
    const guestStatus = path?.startsWith('/wp-json/contact-form-7/') ? 403 : 401
    for (const [visitor, status] of [
      [null, guestStatus],
      [customer, 403],
    ] as const)
      expect((await app.request(path ?? '', { method: method ?? '', headers: visitor?.headers ?? {} })).status).toBe(
        status,
      )
  })

  test('every path with orders or emails is for administrators only, as listed above', () => {
    const listed = new Set(guarded.map(([method, path]) => `${method} ${path.replaceAll(/\/\d+/g, '/1001')}`))
    const matches = everyRoute.filter(([, path]) => /\/(orders|mails)\b/.test(path ?? ''))
    expect(new Set(matches.map(([method, path]) => `${method} ${path}`))).toEqual(listed)
  })
})
