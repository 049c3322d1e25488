import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../../test/support/users.ts'
import { readAccount } from '../../../people/identity/accounts.store.ts'
import { defaultSettings } from '../../../settings.ts'

const closed = { ...defaultSettings.comingSoon, isOn: true }
const { app, db, shop } = await openShop({ settings: { comingSoon: closed } })
const editor = await createSignedInUser(shop, 'editor')
const owner = await createSignedInUser(shop, 'administrator')
const customer = await createSignedInUser(shop, 'customer')

const me = '/wp-json/wp/v2/users/me'
const form = 'woocommerce_meta[coming_soon_banner_dismissed]=yes'
const post = (path: string, body: string, headers: Readonly<Record<string, string>>) =>
  app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })
const sendJson = (path: string, body: unknown, headers: Readonly<Record<string, string>>) =>
  app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const metaOf = async ({ id }: TestUser) => (await readAccount(db, id))?.meta.woocommerce_meta
const bar = async (user: TestUser | null, page: Readonly<Record<string, string>> = {}) => {
  const answer = await post('/wp-admin/admin-ajax.php', String(new URLSearchParams({ action: 'admin_bar', ...page })), {
    cookie: `samovar_staff=1; ${user?.cookie ?? ''}`,
  })
  return { text: await answer.text(), cookies: answer.headers.getSetCookie().join() }
}

test('[SITE-02 user meta] a dismissed banner is remembered by its user, sent as a form or as JSON', async () => {
  expect((await bar(editor)).text).toContain('coming-soon-footer-banner-dismiss')
  const answer = await post(me, form, editor.headers)
  expect(answer.status).toBe(200)
  expect(((await answer.json()) as { woocommerce_meta: object }).woocommerce_meta).toEqual({
    coming_soon_banner_dismissed: 'yes',
  })
  expect(await metaOf(editor)).toEqual({ coming_soon_banner_dismissed: 'yes' })
  expect((await bar(editor)).text).not.toContain('coming-soon-footer-banner')
  expect((await bar(owner)).text).toContain('coming-soon-footer-banner')

  expect((await sendJson(me, { first_name: 'Ada', last_name: 'Lee', name: 'Ada Lee' }, editor.headers)).status).toBe(
    200,
  )
  expect(await metaOf(editor)).toEqual({ coming_soon_banner_dismissed: 'yes' })
  const again = { woocommerce_meta: { coming_soon_banner_dismissed: 'no' } }
  expect((await sendJson(`/wp-json/wp/v2/users/${owner.id}`, again, owner.headers)).status).toBe(200)
  expect(await metaOf(owner)).toEqual({ coming_soon_banner_dismissed: 'no' })
})

test('[SITE-02 user meta] nobody writes anything else there, or for somebody else', async () => {
  expect((await post(me, form, { cookie: editor.cookie })).status).toBe(401)
  expect((await post(me, form, { ...editor.headers, 'x-wp-nonce': 'x' })).status).toBe(403)
  expect((await post(`/wp-json/wp/v2/users/${owner.id}`, form, editor.headers)).status).toBe(403)
  expect((await post(`/wp-json/wp/v2/users/${customer.id}`, form, owner.headers)).status).toBe(403)
  expect(await metaOf(customer)).toBeUndefined()
  for (const woocommerce_meta of [
    { coming_soon_banner_dismissed: '<b>' },
    { coming_soon_banner_dismissed: true },
    { is_administrator: 'yes' },
    'yes',
    ['yes'],
  ])
    expect((await sendJson(me, { woocommerce_meta }, customer.headers)).status).toBe(400)
  expect((await post(me, 'woocommerce_meta[__proto__]=yes', customer.headers)).status).toBe(400)
  expect(await metaOf(customer)).toBeUndefined()
})

test('a shop that is not open shows its staff every page and everybody else one, which no cache has', async () => {
  const as = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await app.request(path, { headers })
    return { status: answer.status, cache: answer.headers.get('cache-control'), text: await answer.text() }
  }
  for (const path of ['/', '/shop/', '/blog/', '/feed/', '/wp-sitemap.xml', '/cart/', '/checkout/', '/no-such-page/']) {
    for (const cookie of ['', customer.cookie, 'samovar_staff=1']) {
      const page = await as(path, { cookie })
      expect([path, page.status, page.text.includes('Something good is steeping')]).toEqual([path, 200, true])
      expect(page.cache).toContain('no-store')
      expect(page.text).toContain('noindex')
    }
  }
  const shown = await as('/shop/', { cookie: editor.cookie })
  expect(shown.text).toContain('class="products')
  expect(shown.cache).toContain('no-store')
  expect(shop.pages.size.pages).toBe(0)
  for (const path of ['/my-account/', '/wp-login.php', '/wp-json/', '/robots.txt'])
    expect((await as(path)).text).not.toContain('Something good is steeping')
})

test('the bar is for the staff, with what each of them may do, and a guest’s browser forgets it', async () => {
  for (const user of [null, customer]) {
    const answer = await bar(user)
    expect(answer.text).toBe('')
    expect(answer.cookies).toContain('samovar_staff=;')
  }
  const ofEditor = (await bar(editor, { kind: 'post', id: '7' })).text
  expect(ofEditor).toContain('href="/wp-admin/posts/7/"')
  expect(ofEditor).not.toContain('/wp-admin/orders/')
  expect((await bar(owner, { kind: 'page', id: '7' })).text).toMatch(/\/wp-admin\/pages\/7\/.*\/wp-admin\/orders\//)
  expect((await bar(owner, { kind: 'post', id: '7"><img onerror=alert(1)>' })).text).not.toContain('onerror')
})

test('the whole appearance is one resource, which editors change, and no address of another site gets in', async () => {
  const path = '/wp-json/samovar/v1/appearance'
  expect((await app.request(path, { headers: customer.headers })).status).toBe(403)
  const put = (body: object) => sendJson(path, body, editor.headers)
  for (const header_background of ['javascript:alert(1)', 'https://other.test/a.webp', '/wp-content/uploads/a").webp'])
    expect((await put({ header_background })).status).toBe(400)
  expect((await put({ coming_soon: false })).status).toBe(403)
  expect((await put({ transparent_header: 'some', content_protection: 'maybe' })).status).toBe(400)
  const saved = await put({
    header_background: '/wp-content/uploads/2026/11/a-1200.webp',
    store_notice: 'Closed on Monday',
  })
  expect(saved.status).toBe(200)
  const settings = await app.request('/wp-json/samovar/v1/settings', { headers: owner.headers })
  expect(await settings.json()).toMatchObject({ store_notice: 'Closed on Monday' })
})
