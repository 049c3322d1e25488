import { describe, expect, test } from 'vitest'
import { writeOrder } from '../../../test/support/orders.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { paths } from '../../platform/web/routes.ts'
import { sha256 } from '../../platform/web/security.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { styleSheet } from '../../things/messages/message-style.ts'
import { adminRoutes, transitionCss } from './admin.routes.tsx'
import { screens as declaredScreens } from './screens.ts'

const { app, shop, db } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
const owner = await createSignedInUser(shop, 'administrator', 'Olive "Owner" <b>')
const editor = await createSignedInUser(shop, 'editor')
const manager = await createSignedInUser(shop, 'shop_manager')
const customer = await createSignedInUser(shop, 'customer')

const get = (path: string, visitor?: { cookie: string }) =>
  app.request(path, { headers: visitor ? { cookie: visitor.cookie } : {} })

/** Every screen, by a path that opens it, and the lowest role that may open it. */
const screens: readonly (readonly [path: string, lowest: 'editor' | 'shop_manager' | 'administrator'])[] = [
  ['/wp-admin/', 'editor'],
  ['/wp-admin/orders/', 'shop_manager'],
  ['/wp-admin/orders/1001/', 'shop_manager'],
  ['/wp-admin/reports/', 'shop_manager'],
  ['/wp-admin/reports/1/', 'shop_manager'],
  ['/wp-admin/orders/1001/edit/', 'shop_manager'],
  ['/wp-admin/orders/new/', 'shop_manager'],
  ['/wp-admin/transactions/', 'shop_manager'],
  ['/wp-admin/payment-events/', 'shop_manager'],
  ['/wp-admin/payouts/', 'administrator'],
  ['/wp-admin/customers/', 'shop_manager'],
  ['/wp-admin/customers/new/', 'shop_manager'],
  ['/wp-admin/customers/1/', 'shop_manager'],
  ['/wp-admin/coupons/', 'shop_manager'],
  ['/wp-admin/coupons/new/', 'shop_manager'],
  ['/wp-admin/coupons/1/', 'shop_manager'],
  ['/wp-admin/products/', 'editor'],
  ['/wp-admin/stock/', 'shop_manager'],
  ['/wp-admin/tags/', 'shop_manager'],
  ['/wp-admin/tags/new/', 'shop_manager'],
  ['/wp-admin/tags/1/', 'shop_manager'],
  ['/wp-admin/product-categories/', 'shop_manager'],
  ['/wp-admin/product-categories/new/', 'shop_manager'],
  ['/wp-admin/product-categories/1/', 'shop_manager'],
  ['/wp-admin/brands/', 'shop_manager'],
  ['/wp-admin/brands/new/', 'shop_manager'],
  ['/wp-admin/brands/1/', 'shop_manager'],
  ['/wp-admin/attributes/', 'shop_manager'],
  ['/wp-admin/attributes/new/', 'shop_manager'],
  ['/wp-admin/attributes/1/', 'shop_manager'],
  ['/wp-admin/shipping-classes/', 'shop_manager'],
  ['/wp-admin/shipping-classes/new/', 'shop_manager'],
  ['/wp-admin/shipping-classes/1/', 'shop_manager'],
  ['/wp-admin/products/new/', 'shop_manager'],
  ['/wp-admin/products/1/', 'editor'],
  ['/wp-admin/stock-alerts/', 'shop_manager'],
  ['/wp-admin/categories/', 'editor'],
  ['/wp-admin/categories/new/', 'editor'],
  ['/wp-admin/categories/1/', 'editor'],
  ['/wp-admin/post-tags/', 'editor'],
  ['/wp-admin/post-tags/new/', 'editor'],
  ['/wp-admin/post-tags/1/', 'editor'],
  ['/wp-admin/products/csv/', 'shop_manager'],
  ['/wp-admin/projects/', 'editor'],
  ['/wp-admin/projects/new/', 'editor'],
  ['/wp-admin/projects/1/', 'editor'],
  ['/wp-admin/project-categories/', 'editor'],
  ['/wp-admin/project-categories/new/', 'editor'],
  ['/wp-admin/project-categories/1/', 'editor'],
  ['/wp-admin/upload/', 'editor'],
  ['/wp-admin/upload/1/', 'editor'],
  ['/wp-admin/posts/', 'editor'],
  ['/wp-admin/posts/new/', 'editor'],
  ['/wp-admin/posts/1/', 'editor'],
  ['/wp-admin/pages/', 'editor'],
  ['/wp-admin/pages/new/', 'editor'],
  ['/wp-admin/pages/1/', 'editor'],
  ['/wp-admin/mails/', 'shop_manager'],
  ['/wp-admin/mails/1/', 'shop_manager'],
  ['/wp-admin/users/', 'administrator'],
  ['/wp-admin/users/new/', 'administrator'],
  ['/wp-admin/users/1/', 'administrator'],
  ['/wp-admin/log/', 'administrator'],
  ['/wp-admin/reviews/', 'editor'],
  ['/wp-admin/appearance/', 'editor'],
  ['/wp-admin/settings/', 'editor'],
  ['/wp-admin/settings/payments/', 'administrator'],
  ['/wp-admin/settings/currencies/', 'administrator'],
  ['/wp-admin/settings/shipping/', 'shop_manager'],
  ['/wp-admin/settings/shipping/new/', 'shop_manager'],
  ['/wp-admin/settings/shipping/1/', 'shop_manager'],
  ['/wp-admin/settings/taxes/', 'shop_manager'],
  ['/wp-admin/settings/taxes/new/', 'shop_manager'],
  ['/wp-admin/settings/taxes/1/', 'shop_manager'],
  ['/wp-admin/settings/taxes/rules/', 'shop_manager'],
  ['/wp-admin/settings/fraud/', 'administrator'],
  ['/wp-admin/settings/accounts/', 'administrator'],
  ['/wp-admin/settings/webhooks/', 'shop_manager'],
  ['/wp-admin/settings/webhooks/new/', 'shop_manager'],
  ['/wp-admin/settings/webhooks/1/', 'shop_manager'],
  ['/wp-admin/settings/keys/', 'editor'],
  ['/wp-admin/settings/privacy/', 'administrator'],
  ['/wp-admin/setup/', 'shop_manager'],
  ['/wp-admin/system-status/', 'shop_manager'],
  ['/wp-admin/menus/', 'editor'],
  ['/wp-admin/messages/', 'shop_manager'],
  ['/wp-admin/forms/', 'editor'],
  ['/wp-admin/forms/new/', 'editor'],
  ['/wp-admin/forms/1/', 'editor'],
  ['/wp-admin/mails/kinds/', 'shop_manager'],
  ['/wp-admin/mails/kinds/1/', 'shop_manager'],
]

test('every screen shows that payments are simulated, and nothing in live mode', async () => {
  const live = adminRoutes({ ...shop, payments: { ...shop.payments, mode: 'live' } })
  for (const [path] of screens) {
    expect(await (await get(path, owner)).text()).toContain('data-payments="sandbox"')
    expect(await (await live.request(path, { headers: { cookie: owner.cookie } })).text()).toContain(
      'data-payments="live"',
    )
  }
})

describe('who may open the back office', () => {
  test.each(screens)('[ACC-03] %s sends a visitor to the sign-in page and back', async (path) => {
    const response = await get(`${path}?status=processing`)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(
      `/wp-login.php?redirect_to=${encodeURIComponent(`${path}?status=processing`)}`,
    )
  })

  test.each(screens)('[ACC-03] %s is forbidden for customers, with a friendly page', async (path) => {
    const response = await get(path, customer)
    expect(response.status).toBe(403)
    const html = await response.text()
    expect(html).toContain('This part is not for this account')
    expect(html).not.toContain('data-rest-nonce')
  })

  test.each(screens)('[ACC-03] %s as an editor', async (path, lowest) => {
    expect((await get(path, editor)).status).toBe(lowest === 'editor' ? 200 : 403)
  })

  test.each(screens)('[ACC-03] %s as a shop manager', async (path, lowest) => {
    expect((await get(path, manager)).status).toBe(lowest === 'administrator' ? 403 : 200)
  })

  test.each(screens)('[ACC-03] %s as an administrator', async (path) => {
    expect((await get(path, owner)).status).toBe(200)
  })

  test('every declared screen is a route, and is in the list above', () => {
    // The server redirects the home page's screen to the page builder.
    const listed = [...screens, [paths.adminHomePage]].map(([path]) => path.replaceAll(/\d+/g, 'N')).toSorted()
    const withoutPatterns = (paths: readonly string[]) =>
      paths.map((path) => path.replaceAll(/:\w+\{[^}]*\}/g, 'N')).toSorted()
    expect(withoutPatterns(adminRoutes(shop).routes.map((route) => route.path))).toEqual(listed)
    expect(withoutPatterns(declaredScreens.map(({ path }) => path))).toEqual(listed)
  })

  test('keys that open screens are unique, and every screen imports its component', async () => {
    const keys = declaredScreens.flatMap(({ nav }) => nav?.key ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    for (const { load } of declaredScreens) expect(typeof (await load())).toBe('function')
  })
})

describe('the shell', () => {
  test('is never cached or indexed, and runs only its own scripts', async () => {
    const response = await get('/wp-admin/orders/', owner)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self'( 'inline-speculation-rules')?;/)
    expect(await response.text()).not.toMatch(/<script(?![^>]*\bsrc=)/)
  })

  test('allows the email style sheet and the page transition rule by hash, and no other styles', async () => {
    const policy = (await get('/wp-admin/mails/kinds/', owner)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`style-src 'self' ${sha256(styleSheet)} ${sha256(transitionCss)};`)
    expect(policy).not.toMatch(/style-src 'self'[^;]*'unsafe-inline'/)
  })

  test('contains the user and a valid nonce, but no shop data', async () => {
    const order = await writeOrder(db)
    const html = await (await get(`/wp-admin/orders/${order.id}/`, owner)).text()
    expect(html).toContain('data-name="Olive &quot;Owner&quot; &lt;b&gt;"')
    expect(html).toContain('data-role="administrator"')
    expect(html).toContain(`data-rest-nonce="${owner.nonce}"`)
    for (const secret of [order.orderKey, order.billing.email, 'Kettle', owner.email])
      expect(html).not.toContain(secret)
    const response = await app.request(`/wp-json/wc/v3/orders/${order.id}`, { headers: owner.headers })
    expect(response.status).toBe(200)
  })

  test('without script explains that it is required, with a link to the shop', async () => {
    const html = await (await get('/wp-admin/orders/', owner)).text()
    expect(/<noscript>.*needs JavaScript.*href="\/shop\/".*<\/noscript>/s.test(html)).toBe(true)
  })
})

describe('the outbox as JSON', () => {
  const email = {
    template: 'order-confirmation',
    recipient: 'ada@shop.test',
    subject: 'Your order',
    html: '<p>Tea</p>',
    text: 'Tea',
  }

  test('lists emails without bodies, newest first, by status and search', async () => {
    const [first] = await db
      .insert(emails)
      .values({ ...email, createdAt: new Date('2026-11-20T11:00:00Z') })
      .returning()
    await db.insert(emails).values({
      ...email,
      recipient: 'wei@shop.test',
      status: 'sent',
      attempts: 1,
      sentAt: new Date('2026-11-20T12:01:00Z'),
      createdAt: new Date('2026-11-20T12:00:00Z'),
    })
    const list = async (query: string) => {
      const response = await app.request(`/wp-json/samovar/v1/mails${query}`, { headers: owner.headers })
      return { total: response.headers.get('x-wp-total'), mails: (await response.json()) as Record<string, unknown>[] }
    }
    const all = await list('')
    expect(all.total).toBe('2')
    expect(all.mails.map((mail) => mail.recipient)).toEqual(['wei@shop.test', 'ada@shop.test'])
    expect(all.mails[0]).toMatchObject({
      status: 'sent',
      attempts: 1,
      date_sent_gmt: '2026-11-20T12:01:00',
      order_id: 0,
    })
    expect(Object.keys(all.mails[0] ?? {})).not.toContain('html')
    expect((await list('?status=waiting')).mails.map((mail) => mail.id)).toEqual([first?.id])
    expect((await list('?search=WEI@')).total).toBe('1')
    expect((await list('?search=100%25')).total).toBe('0')
    const invalid = await app.request('/wp-json/samovar/v1/mails?status=lost', { headers: owner.headers })
    expect(invalid.status).toBe(400)

    const one = await app.request(`/wp-json/samovar/v1/mails/${first?.id}`, { headers: owner.headers })
    expect(await one.json()).toMatchObject({ html: '<p>Tea</p>', text: 'Tea' })
    const none = await app.request('/wp-json/samovar/v1/mails/999999', { headers: owner.headers })
    expect(none.status).toBe(404)
  })
})
