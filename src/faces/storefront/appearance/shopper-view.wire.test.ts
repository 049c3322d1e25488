import { isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { createUser } from '../../../people/identity/users.store.ts'
import { defaultSettings } from '../../../settings.ts'
import { carts } from '../../../shop/cart/cart.table.ts'

const { app, shop } = await openShop({ settings: { comingSoon: { ...defaultSettings.comingSoon, isOn: true } } })
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const customer = await createSignedInUser(shop, 'customer')
const VIEW = 'samovar_shopper_view=1'

const switchView = (who: { cookie: string } | null, on: string, headers: Readonly<Record<string, string>> = {}) =>
  app.request('/wp-admin/shopper-view/', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: who?.cookie ?? '', ...headers },
    body: `on=${on}`,
  })
const page = async (path: string, cookie: string) => (await app.request(path, { headers: { cookie } })).text()

test('only the staff begin to look as a shopper, and no other site makes them', async () => {
  expect((await switchView(null, '1')).headers.getSetCookie().join()).not.toContain(VIEW)
  expect((await switchView(customer, '1')).headers.getSetCookie().join()).not.toContain(VIEW)
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await switchView(owner, '1', foreign)).status).toBe(403)
  const begun = await switchView(owner, '1')
  expect([begun.status, begun.headers.get('location')]).toEqual([303, '/'])
  expect(begun.headers.getSetCookie().join()).toMatch(/samovar_shopper_view=1;.*HttpOnly/)
  const ended = await switchView(owner, '0')
  expect([ended.headers.get('location'), ended.headers.getSetCookie().join()]).toEqual([
    '/wp-admin/',
    expect.stringContaining('samovar_shopper_view=;'),
  ])
})

test('they see a closed shop as a guest does; everybody else with the cookie still reads “coming soon”', async () => {
  const cookie = `${owner.cookie}; ${VIEW}`
  expect(await page('/shop/', cookie)).not.toContain('class="coming-soon')
  for (const stranger of [VIEW, `${customer.cookie}; ${VIEW}`])
    expect(await page('/shop/', stranger)).toContain('coming-soon')
  // On the page where the owner sees their account, a guest is asked to sign in.
  expect(await page('/my-account/', owner.cookie)).toContain('Olive Owner')
  expect(await page('/my-account/', cookie)).not.toContain('Olive Owner')
  const added = await app.request('/?wc-ajax=add_to_cart', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: 'product_id=131&quantity=1',
  })
  expect(added.status).toBe(200)
  const cart = added.headers.getSetCookie().find((one) => one.startsWith('wp_woocommerce_session_'))
  expect(decodeURIComponent(cart ?? '')).toMatch(/=t_[0-9a-f]+\|/)
})

test('what a page of the shop asks for belongs to the guest, so that their cart stays theirs', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', referer: 'http://shop.test/shop/' }
  const view = `${owner.cookie}; ${VIEW}; samovar_staff=1`
  const added = await app.request('/?wc-ajax=add_to_cart', {
    method: 'POST',
    headers: { ...form, cookie: view },
    body: 'product_id=131&quantity=1',
  })
  const cart = added.headers
    .getSetCookie()
    .filter((one) => /^wp_woocommerce_session_/.test(one))
    .map((one) => one.split(';')[0])
  const cookie = [view, ...cart].join('; ')
  for (const action of ['payment_visitor', 'admin_bar']) {
    const headers = { ...form, cookie }
    const answer = await app.request('/wp-admin/admin-ajax.php', { method: 'POST', headers, body: `action=${action}` })
    expect([action, answer.status, answer.headers.getSetCookie()]).toEqual([action, 200, []])
  }
  const asked = await app.request('/wp-json/samovar/v1/challenge', { headers: { ...form, cookie } })
  expect(await asked.text()).not.toContain('Olive')
  expect(await page('/cart/', cookie)).toContain('cart_item')
  const ended = await switchView(
    { cookie: `${cookie}; samovar_saved=131; samovar_pressed=132; samovar_saved_list=x.y` },
    '0',
  )
  for (const name of ['wp_woocommerce_session_\\w+', 'samovar_saved', 'samovar_pressed', 'samovar_saved_list'])
    expect(ended.headers.getSetCookie().join('\n')).toMatch(new RegExp(`^${name}=;.*Max-Age=0`, 'm'))
})

test('whoever signs in there stays a guest, and reads why; their account gets nothing of the trial', async () => {
  const added = await app.request('/?wc-ajax=add_to_cart', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `${owner.cookie}; ${VIEW}` },
    body: 'product_id=131&quantity=1',
  })
  const cart = added.headers.getSetCookie().find((one) => one.startsWith('wp_woocommerce_session_'))
  const cookie = `${owner.cookie}; ${VIEW}; ${cart?.split(';')[0]}`
  const form = await page('/my-account/', cookie)
  const nonce = /name="woocommerce-login-nonce" value="(\w+)"/.exec(form)?.[1] ?? ''
  expect(nonce).not.toBe('')
  await createUser(shop.db, {
    email: 'tried@shop.test',
    name: 'Tried',
    password: 'second-flush-2026',
    role: 'customer',
  })
  const fields = { username: 'tried@shop.test', password: 'second-flush-2026', login: 'Log in' }
  const body = new URLSearchParams({ ...fields, 'woocommerce-login-nonce': nonce })
  const answer = await app.request('/my-account/', { method: 'POST', headers: { cookie }, body })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/my-account/'])
  const [flash = '', ...others] = answer.headers.getSetCookie()
  expect(others).toEqual([])
  expect(await page('/my-account/', `${cookie}; ${flash.split(';')[0]}`)).toContain('a shopper who is not signed in')
  expect(await page('/cart/', cookie)).toContain('cart_item')
  expect(await shop.db.$count(carts, isNotNull(carts.customerId))).toBe(0)
})

test('the builder and previews of the back office still show what only the staff see', async () => {
  const cookie = `${owner.cookie}; ${VIEW}`
  expect(await page('/product/tin-1/?sktbuilder=true', cookie)).toBe(
    await page('/product/tin-1/?sktbuilder=true', owner.cookie),
  )
  const made = await app.request('/wp-json/wp/v2/posts', {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Not yet out', status: 'draft' }),
  })
  const { id } = (await made.json()) as { id: number }
  expect(await page(`/?p=${id}&preview=true`, cookie)).toContain('Not yet out')
})

test('the back office goes on, and the bar says what it is and leads back', async () => {
  const cookie = `${owner.cookie}; ${VIEW}`
  expect((await app.request('/wp-admin/', { headers: { cookie } })).status).toBe(200)
  const orders = { headers: { ...owner.headers, cookie } }
  expect((await app.request('/wp-json/wc/v3/orders', orders)).status).toBe(200)
  const bar = await app.request('/wp-admin/admin-ajax.php', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `${cookie}; samovar_staff=1` },
    body: 'action=admin_bar',
  })
  const html = await bar.text()
  expect(html).toContain('Back to the back office')
  expect(html).toContain('4242 4242 4242 4242')
  expect(html).not.toContain('coming-soon-footer-banner')
})
