import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { writeOrder } from '../../../../../test/support/orders.ts'
import { solve } from '../../../../../test/support/proofs.ts'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { sessions } from '../../../../people/identity/accounts.table.ts'
import { MAX_PER_EMAIL, MAX_PER_USER } from '../../../../people/identity/sign-in/sign-in-limit.ts'
import { createUser } from '../../../../people/identity/users.store.ts'

const { app, shop, db } = await openShop({ template: { name: 'empty', prepare: async () => {} } })

const ada = { email: 'ada.visits@shop.test', password: 'first-flush' }
const made = await createUser(db, { ...ada, name: 'Ada Leaf', role: 'customer' })
const adaId = made.ok ? made.userId : 0
const sessionsOf = (userId: number) => db.select().from(sessions).where(eq(sessions.userId, userId))

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(fields), headers })
const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

describe('/wp-login.php', () => {
  test('[ACC-01] is a form that works without script', async () => {
    const response = await app.request('/wp-login.php?redirect_to=/wp-admin/orders/')
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(html).toContain('action="/wp-login.php" method="post"')
    for (const name of ['log', 'pwd', 'rememberme', 'wp-submit']) expect(html).toContain(`name="${name}"`)
    expect(html).toContain('name="redirect_to" value="/wp-admin/orders/"')
  })

  test('[ACC-01] the right password redirects, with a session in the database', async () => {
    const before = (await sessionsOf(adaId)).length
    const response = await post('/wp-login.php', { log: ada.email, pwd: ada.password })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/my-account/')
    expect(cookieOf(response)).toContain('samovar.session_token=')
    expect(await sessionsOf(adaId)).toHaveLength(before + 1)
  })

  test('staff are redirected to the back office, and everyone to the requested page', async () => {
    await createUser(db, { email: 'olive@shop.test', name: 'Olive', password: 'second-flush', role: 'administrator' })
    const fields = { log: 'olive@shop.test', pwd: 'second-flush' }
    expect((await post('/wp-login.php', fields)).headers.get('location')).toBe('/wp-admin/')
    const target = { ...fields, redirect_to: '/wp-admin/orders/?status=processing' }
    expect((await post('/wp-login.php', target)).headers.get('location')).toBe('/wp-admin/orders/?status=processing')
  })

  test('never redirects to another site', async () => {
    for (const redirect_to of ['https://evil.test/', '//evil.test/', '/\\evil.test', 'javascript:alert(1)']) {
      const response = await post('/wp-login.php', { log: ada.email, pwd: ada.password, redirect_to })
      expect(response.headers.get('location')).toBe('/my-account/')
      const page = await app.request(`/wp-login.php?redirect_to=${encodeURIComponent(redirect_to)}`)
      expect(await page.text()).not.toContain('name="redirect_to"')
    }
  })

  test('a wrong password does not reveal whether the account exists, and the address stays filled in', async () => {
    const before = (await sessionsOf(adaId)).length
    const wrongPassword = await post('/wp-login.php', { log: ada.email, pwd: 'guess', redirect_to: '/checkout/' })
    const unknown = await post('/wp-login.php', { log: 'nobody@shop.test', pwd: 'guess', redirect_to: '/checkout/' })
    expect([wrongPassword.status, unknown.status]).toEqual([422, 422])
    expect(wrongPassword.headers.getSetCookie()).toEqual([])
    const [wrongPasswordHtml, unknownHtml] = [await wrongPassword.text(), await unknown.text()]
    expect(wrongPasswordHtml).toContain('do not match')
    expect(wrongPasswordHtml).toContain('role="alert"')
    expect(wrongPasswordHtml).toContain(`value="${ada.email}"`)
    expect(wrongPasswordHtml).toContain('name="redirect_to" value="/checkout/"')
    expect(wrongPasswordHtml).not.toContain('guess')
    expect(unknownHtml.replaceAll('nobody@shop.test', ada.email)).toBe(wrongPasswordHtml)
    expect(await sessionsOf(adaId)).toHaveLength(before)
  })

  test('a refused sign-in is in the log with its reason, and without who it was', async () => {
    const info = vi.spyOn(shop.log, 'info')
    await post('/wp-login.php', { log: ada.email, pwd: 'a-guess' }, { 'x-forwarded-for': '192.0.2.8' })
    await post('/wp-login.php', { log: '', pwd: '' })
    expect(info.mock.calls).toEqual([[{ reason: 'invalid-credentials' }, 'A sign-in was refused']])
    info.mockRestore()
  })

  test('too many attempts return a wait time', async () => {
    for (let nth = 0; nth < MAX_PER_USER; nth += 1) {
      await post('/wp-login.php', { log: 'target@shop.test', pwd: `guess-${nth}` }, { 'x-forwarded-for': '192.0.2.9' })
    }
    const from = { 'x-forwarded-for': '192.0.2.9' }
    const response = await post('/wp-login.php', { log: 'target@shop.test', pwd: 'one more' }, from)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await response.text()).toContain('Without JavaScript, wait 15 minutes')
  })

  test('ten failed attempts block neither a known device nor another IP address', async () => {
    const from = { 'x-forwarded-for': '192.0.2.77' }
    const credentials = { log: ada.email, pwd: ada.password }
    const device = cookieOf(await post('/wp-login.php', credentials, from))
      .split('; ')
      .filter((cookie) => cookie.startsWith('samovar.device='))
    expect(device).toHaveLength(1)
    for (let nth = 0; nth < MAX_PER_USER; nth += 1)
      await post('/wp-login.php', { log: ada.email, pwd: `guess-${nth}` }, from)
    expect((await post('/wp-login.php', credentials, from)).status).toBe(429)
    expect((await post('/wp-login.php', credentials, { ...from, cookie: device.join() })).status).toBe(303)
    expect(
      (await post('/my-account/', { username: ada.email, password: ada.password }, { 'x-forwarded-for': '192.0.2.78' }))
        .status,
    ).toBe(303)
    const forged = device.join().replace(/.{3}$/, 'xxx')
    expect((await post('/wp-login.php', credentials, { ...from, cookie: forged })).status).toBe(429)
  })

  test('attempts from many addresses trigger a proof of work for unknown devices', async () => {
    const log = 'hunted@shop.test'
    // This password exceeds the maximum length, so an attempt costs no key derivation.
    const long = 'x'.repeat(200)
    await createUser(db, { email: log, name: 'Bea', password: 'first-flush', role: 'customer' })
    const from = (nth: number) => ({ 'x-forwarded-for': `198.18.${nth}.1` })
    for (let nth = 0; nth < MAX_PER_EMAIL; nth += 1) await post('/wp-login.php', { log, pwd: long }, from(nth))
    const challenged = await post('/wp-login.php', { log, pwd: 'first-flush' }, from(100))
    const html = await challenged.text()
    expect(challenged.status).toBe(429)
    expect(html).toContain('Please type yours again')
    expect(html).toMatch(/<script[^>]*sign-in/)
    const challenge = /data-challenge="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const proof = await solve(JSON.parse(challenge) as Parameters<typeof solve>[0])
    const response = await post('/wp-login.php', { log, pwd: 'first-flush', proof }, from(101))
    expect(response.status).toBe(303)
    // A proof permits one attempt, and ten more failures double the difficulty.
    expect((await post('/wp-login.php', { log, pwd: 'guess', proof }, from(102))).status).toBe(429)
    for (let nth = 0; nth < 10; nth += 1) await post('/wp-login.php', { log, pwd: long }, from(110 + nth))
    const more = await (await post('/wp-login.php', { log, pwd: 'guess' }, from(140))).text()
    expect(more).toContain('&quot;work&quot;:2')
  })

  test('another site cannot sign a visitor in', async () => {
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const response = await post('/wp-login.php', { log: ada.email, pwd: ada.password }, headers)
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('the authentication library is not exposed over HTTP', async () => {
    for (const path of ['/api/auth/sign-up/email', '/api/auth/sign-in/email', '/api/auth/get-session']) {
      expect((await app.request(path, { method: 'POST' })).status).toBe(404)
    }
  })
})

describe('signing out', () => {
  test('[ACC-01 log out] by the link of the account', async () => {
    const visitor = await createSignedInUser(shop, 'customer')
    const page = await (await app.request('/my-account/', { headers: { cookie: visitor.cookie } })).text()
    const link = /href="(\/my-account\/customer-logout\/\?_wpnonce=[0-9a-f]{10})"/.exec(page)?.[1] ?? ''
    const response = await app.request(link, { headers: { cookie: visitor.cookie } })
    expect(response.headers.get('location')).toBe('/wp-login.php?loggedout=true')
    expect(response.headers.getSetCookie().join('\n')).toMatch(/samovar\.session_token=;.*Max-Age=0/i)
    expect(await sessionsOf(visitor.id)).toEqual([])
    expect(await (await app.request('/wp-login.php?loggedout=true')).text()).toContain('You are signed out.')
  })

  test('by a link with a nonce; a link without one asks for confirmation', async () => {
    const visitor = await createSignedInUser(shop, 'customer')
    const headers = { cookie: visitor.cookie }
    for (const query of ['', '&_wpnonce=0123456789', `&_wpnonce=${visitor.nonce}`]) {
      const challenged = await app.request(`/wp-login.php?action=logout${query}`, { headers })
      expect(challenged.status).toBe(200)
      expect(await challenged.text()).toContain('Sign out?')
    }
    expect((await post('/wp-login.php?action=logout', {}, headers)).status).toBe(200)
    expect(await sessionsOf(visitor.id)).toHaveLength(1)

    const page = await (await app.request('/wp-login.php?action=logout', { headers })).text()
    const nonce = /name="_wpnonce" value="([0-9a-f]{10})"/.exec(page)?.[1]
    expect((await app.request(`/wp-login.php?action=logout&_wpnonce=${nonce}`, { headers })).status).toBe(303)
    expect(await sessionsOf(visitor.id)).toEqual([])
  })
})

describe('/my-account/', () => {
  test('guests get a working sign-in form', async () => {
    const html = await (await app.request('/my-account/')).text()
    expect(html).toContain('action="/my-account/" method="post"')
    expect(html).toContain('name="username"')
    const response = await post('/my-account/', { username: ada.email, password: ada.password, login: 'Sign in' })
    expect(response.status).toBe(303)
    const page = await app.request('/my-account/', { headers: { cookie: cookieOf(response) } })
    expect(await page.text()).toContain('Hello, Ada Leaf.')
    expect(page.headers.get('cache-control')).toContain('no-store')
  })

  test('shows the customer’s own orders, newest first', async () => {
    const visitor = await createSignedInUser(shop, 'customer')
    const older = await writeOrder(db, { customerId: visitor.id, status: 'completed' })
    const newer = await writeOrder(db, {
      customerId: visitor.id,
      status: 'processing',
      createdAt: new Date('2026-11-21T09:00:00Z'),
    })
    const other = await writeOrder(db, { customerId: adaId })
    const overview = await (await app.request('/my-account/', { headers: { cookie: visitor.cookie } })).text()
    expect(overview).toContain(`/my-account/view-order/${newer.id}/`)
    expect(overview).not.toContain(`/my-account/view-order/${older.id}/`)
    const html = await (await app.request('/my-account/orders/', { headers: { cookie: visitor.cookie } })).text()
    expect(html).toContain(`/my-account/view-order/${newer.id}/`)
    expect(html.indexOf(`Order #${newer.id}`)).toBeLessThan(html.indexOf(`Order #${older.id}`))
    expect(html).not.toContain(`/view-order/${other.id}/`)
    for (const text of ['Processing', 'Completed', 'November 21, 2026', '2 items']) expect(html).toContain(text)
  })

  test('without orders it links to the shop', async () => {
    const visitor = await createSignedInUser(shop, 'customer')
    const html = await (await app.request('/my-account/?paged=abc', { headers: { cookie: visitor.cookie } })).text()
    expect(html).toContain('No orders yet.')
    expect(html).toContain('href="/shop/"')
  })

  test('a forged or expired session is anonymous', async () => {
    const visitor = await createSignedInUser(shop, 'customer')
    for (const cookie of ['samovar.session_token=abc.def', visitor.cookie.replace(/\.[^.]+$/, '.forged')]) {
      expect(await (await app.request('/my-account/', { headers: { cookie } })).text()).toContain('name="username"')
    }
    await db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.userId, visitor.id))
    const html = await (await app.request('/my-account/', { headers: { cookie: visitor.cookie } })).text()
    expect(html).toContain('name="username"')
  })
})
