/**
 * Nobody reads another customer's data: the test fills every URL that answers a GET with the ids and keys of one
 * customer, and requests it as other people. The URLs are taken from the list of routes, so that new pages are included
 * automatically.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { createNonce } from '../../src/people/identity/auth-session.ts'
import { createApplicationPassword } from '../../src/people/identity/keys/application-passwords.store.ts'
import { hrefs } from '../../src/platform/web/routes.ts'
import { ada, writeOrder } from '../support/orders.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser, type TestUser } from '../support/users.ts'

const { app, db, shop, pool } = await openShop()

const secrets = {
  name: 'Verity Quillfeather',
  email: 'verity@private.test',
  street: '77 Hidden Lane',
  phone: '4165550177',
  company: 'Quill & Secret Ltd',
  note: 'Leave it with Marmaduke',
}
const [firstName = '', lastName = ''] = secrets.name.split(' ')
const address = {
  ...ada,
  firstName,
  lastName,
  company: secrets.company,
  address1: secrets.street,
  email: secrets.email,
  phone: secrets.phone,
}

let victim: TestUser
let orderId: number
let orderKey: string
let passwordId = ''
/** People who are not the victim and may not see customers. */
let others: readonly (readonly [name: string, cookie: string])[]

beforeAll(async () => {
  victim = await createSignedInUser(shop, 'customer', secrets.name)
  await pool.query('update users set email = $2, billing = $3, shipping = $3 where id = $1', [
    ...[victim.id, secrets.email, JSON.stringify(address)],
  ])
  const order = await writeOrder(db, { customerId: victim.id, billing: address, shipping: address })
  await pool.query('update orders set invoice_number = id where id = $1', [order.id])
  await pool.query(
    'insert into order_notes (order_id, text, is_customer_note, created_at) values ($1, $2, true, now())',
    [...[order.id, secrets.note]],
  )
  ;[orderId, orderKey] = [order.id, order.orderKey]
  passwordId = (await createApplicationPassword(shop, { userId: victim.id, name: 'Phone', appId: '' }))?.row.id ?? ''
  const attacker = await createSignedInUser(shop, 'customer', 'Otto Other')
  const editor = await createSignedInUser(shop, 'editor', 'Edda Editor')
  others = [
    ['a guest', ''],
    ['another customer', attacker.cookie],
    ['an editor', editor.cookie],
  ]
})

/**
 * GET routes of pages, calls and documents. Files of the build and uploads are left out: they contain no customer data.
 */
const routes = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => (method === 'GET' || method === 'ALL') && !path.includes('*'))
      .map(({ path }) => path),
  ),
].filter((path) => !/^\/(assets|wp-content)\//.test(path))

/** A route with the victim's ids in place of its parameters. */
const filled = (path: string): string =>
  path
    .replaceAll(/:(order|number)\{[^}]*\}/g, String(orderId))
    .replaceAll(/:(user|customer)\{[^}]*\}/g, String(victim.id))
    .replaceAll(/:uuid\{[^}]*\}/g, passwordId)
    .replaceAll(/:set\{[^}]*\}/g, 'billing')
    .replaceAll(/:token\{[^}]*\}/g, 'A'.repeat(22))
    .replaceAll(/:page\{[^}]*\}/g, '1')
    .replaceAll(/:\w+\{[^}]*\}/g, String(orderId))
    .replaceAll(/:\w+/g, String(orderId))

const leaks = (text: string): string[] =>
  Object.entries({ ...secrets, orderKey })
    .filter(([, secret]) => text.includes(secret) || text.includes(secret.replaceAll('&', '&amp;')))
    .map(([what]) => what)

const get = (path: string, cookie = '', headers: Record<string, string> = {}) =>
  app.request(path, { headers: { ...(cookie === '' ? {} : { cookie }), ...headers } })

describe('[ACC-03 guest, customer, editor] another customer’s data is not in', () => {
  test.each(routes)('%s', async (route) => {
    const path = filled(route)
    for (const [name, cookie] of others) {
      for (const query of [
        '',
        '?key=wc_order_guess',
        `?order=${orderId}&id=${victim.id}&email=${secrets.email}&context=edit`,
      ]) {
        const response = await get(path + query, cookie)
        const text = await response.text()
        // An email address that a visitor typed may be shown to them again.
        const found = leaks(query.includes('email=') ? text.replaceAll(secrets.email, '') : text)
        expect([name, path + query, found]).toEqual([name, path + query, []])
      }
    }
  })
})

/** URLs of the account area: pages that only their owner may see, and pages that keys in links open. */
const accountRoutes = routes.filter((path) =>
  /^\/(my-account|checkout\/order-|saved-teas|back-in-stock|review-purchase|wp-login|wp-admin)/.test(path),
)

const isPrivate = (response: Response): boolean => /no-store/.test(response.headers.get('cache-control') ?? '')

describe('[ACC-03 customer] an address of the account is kept by no cache, and to others it is', () => {
  test.each(accountRoutes)('%s', async (route) => {
    const path = filled(route)
    const before = shop.pages.size.pages
    for (const [name, cookie] of [['its owner', victim.cookie] as const, ...others]) {
      const response = await get(path, cookie)
      expect([name, path, response.status, isPrivate(response)]).toEqual([name, path, response.status, true])
      const head = await app.request(path, { method: 'HEAD', headers: cookie === '' ? {} : { cookie } })
      expect([name, 'HEAD', isPrivate(head)]).toEqual([name, 'HEAD', true])
    }
    expect(shop.pages.size.pages).toBe(before)
  })

  const tricks: readonly (readonly [string, (path: string) => string])[] = [
    ['a file name after it', (path) => `${path}x.css`],
    ['a file name without a slash', (path) => `${path.slice(0, -1)}.css`],
    ['a file name after a semicolon', (path) => `${path.slice(0, -1)};x.css`],
    ['an encoded file name', (path) => `${path}%2fx.css`],
    ['a line break and a file name', (path) => `${path}%0ax.css`],
    ['an encoded slash', (path) => path.replace('/my-account/', '/my-account%2F')],
    ['two slashes', (path) => path.replace('/my-account/', '/my-account//')],
    ['another case', (path) => path.replace('/my-account/', '/My-Account/')],
    ['a way back up', (path) => `/assets/..%2f${path.slice(1)}`],
    ['an own query', (path) => `${path}?cachebuster=1&utm_source=x`],
    ['the name of a file as query', (path) => `${path}?/x.css`],
    ['no slash at its end', (path) => path.slice(0, -1)],
    ['the front controller', (path) => `/index.php${path}`],
  ]
  test.each(tricks)('with %s the owner’s page is not kept, and nobody else gets it', async (_, trick) => {
    const before = shop.pages.size.pages
    for (const route of accountRoutes.filter((path) => path.startsWith('/my-account/'))) {
      const path = trick(filled(route))
      const own = await get(path, victim.cookie)
      const found = leaks(await own.text())
      if (found.length > 0) expect([path, isPrivate(own)]).toEqual([path, true])
      expect([path, /public/.test(own.headers.get('cache-control') ?? '') && own.status === 200]).toEqual([path, false])
      expect([path, leaks(await (await get(path)).text())]).toEqual([path, []])
    }
    expect(shop.pages.size.pages).toBe(before)
  })

  test.each<Record<string, string>>([
    { 'x-forwarded-host': 'evil.example' },
    { 'x-original-url': '/shop/' },
    { 'x-rewrite-url': '/shop/' },
    { 'x-http-method-override': 'POST' },
    { accept: 'text/css' },
    { range: 'bytes=0-10' },
  ])('with the header %j too', async (header) => {
    const before = shop.pages.size.pages
    const path = hrefs.viewOrder(orderId)
    const own = await get(path, victim.cookie, header)
    expect([own.status, isPrivate(own)]).toEqual([200, true])
    expect(await own.text()).not.toContain('evil.example')
    expect(leaks(await (await get(path, '', header)).text())).toEqual([])
    expect(shop.pages.size.pages).toBe(before)
  })
})

test('[ACC-03 customer] what its owner asks for is there: the tests above look for the right words', async () => {
  const order = await (await get(hrefs.viewOrder(orderId), victim.cookie)).text()
  expect(leaks(order)).toEqual(expect.arrayContaining(['street', 'note']))
  const billing = await (await get(hrefs.accountAddress('billing'), victim.cookie)).text()
  expect(leaks(billing)).toEqual(expect.arrayContaining(['street', 'phone', 'company', 'email']))
})

describe('[ACC-03 customer] a key in a link is worth nothing when it is guessed or of another order', () => {
  test.each(['order-received', 'order-pay'])('%s', async (page) => {
    const other = await writeOrder(db)
    for (const key of [
      '',
      'wc_order_guess',
      other.orderKey,
      `${orderKey}x`,
      orderKey.slice(0, -1),
      '%00',
      orderKey.toUpperCase(),
    ]) {
      for (const [name, cookie] of others) {
        const response = await get(`/checkout/${page}/${orderId}/?pay_for_order=true&key=${key}`, cookie)
        const text = (await response.text()).replaceAll(`${orderKey}x`, '')
        expect([name, key, leaks(text)]).toEqual([name, key, []])
      }
    }
  })

  test('an order of the Store API needs the order’s key and address, or its owner', async () => {
    const path = `/wp-json/wc/store/v1/order/${orderId}`
    for (const query of [
      '',
      '?key=guess',
      `?key=${orderKey}&billing_email=otto@shop.test`,
      `?billing_email=${secrets.email}`,
    ])
      for (const [name, cookie] of others) {
        const text = (await (await get(path + query, cookie)).text()).replaceAll(secrets.email, '')
        expect([name, query, leaks(text)]).toEqual([name, query, []])
      }
  })
})

describe('[ACC-03 customer] another customer’s application passwords', () => {
  test.each(['GET', 'DELETE', 'PUT'])('are refused to %s', async (method) => {
    const attacker = await createSignedInUser(shop, 'customer')
    const path = hrefs.restApplicationPassword(victim.id, passwordId)
    const response = await app.request(path, {
      method,
      headers: { ...attacker.headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify({ name: 'Mine' }) }),
    })
    expect(response.status).toBe(403)
    expect((await pool.query('select name from application_passwords where id = $1', [passwordId])).rows).toEqual([
      { name: 'Phone' },
    ])
  })
})

test('[ACC-03 customer] the nonce of one session is worth nothing in another one', async () => {
  const attacker = await createSignedInUser(shop, 'customer')
  const response = await app.request('/my-account/edit-account/', {
    method: 'POST',
    body: new URLSearchParams({
      account_first_name: 'Mallory',
      account_last_name: 'M',
      account_display_name: 'Mallory',
      'save-account-details-nonce': createNonce(shop.secret, 'save-account-details-nonce', 'another session'),
    }),
    headers: { cookie: attacker.cookie, origin: 'http://shop.test', 'sec-fetch-site': 'same-origin' },
  })
  expect(response.status).toBe(422)
  const { rows } = await pool.query('select name from users where id = any($1) order by id', [[victim.id, attacker.id]])
  expect(rows).toEqual([{ name: secrets.name }, { name: 'Ada Leaf' }])
})

test('a search of comments finds their writers’ addresses only for those who moderate', async () => {
  const { rows } = await pool.query(
    `insert into comments (entry_id, author_name, author_email, content, status)
     select id, 'V.', $1, 'A fine tea', 'approved' from entries where kind = 'product' and status = 'publish' limit 1
     returning id`,
    [secrets.email],
  )
  const [customer, editor] = [await createSignedInUser(shop, 'customer'), await createSignedInUser(shop, 'editor')]
  const found = async (search: string, headers: Record<string, string>) => {
    const query = new URLSearchParams({ type: 'review', include: String(rows[0].id), search })
    const response = await get(`/wp-json/wp/v2/comments?${query}`, '', headers)
    return ((await response.json()) as readonly unknown[]).length
  }
  for (const [headers, byAddress] of [[{}, 0] as const, [customer.headers, 0] as const, [editor.headers, 1] as const])
    expect([await found('fine', headers), await found('y@priv', headers)]).toEqual([1, byAddress])
})

describe('[ACC-03 guest] nobody is told who has an account', () => {
  test.each([
    '/?author=1',
    '/author/verity/',
    '/author/1/',
    '/wp-json/wp/v2/users',
    '/wp-json/wp/v2/users?search=verity',
    '/wp-json/wp/v2/users/1',
    '/wp-json/wp/v2/users/me',
    '/wp-json/wp/v2/users/counts',
    '/?rest_route=/wp/v2/users',
    '/index.php/wp-json/wp/v2/users',
    '/wp-json/oembed/1.0/embed?url=http://shop.test/',
    '/wp-json/wp/v2/posts?_embed=1&context=view',
    '/wp-json/wp/v2/comments',
    '/wp-sitemap-users-1.xml',
    '/wp-sitemap.xml',
    '/feed/',
    '/comments/feed/',
  ])('%s', async (path) => {
    const { rows } = await pool.query<{ email: string; name: string; role: string }>(
      'select email, name, role from users',
    )
    const text = await (await get(path)).text()
    for (const { email, name, role } of rows) {
      expect(text).not.toContain(email)
      expect(text).not.toContain(email.split('@')[0])
      if (role === 'customer') expect(text).not.toContain(name)
    }
  })

  test('signing in answers the same for an address that has an account and one that has none', async () => {
    const answer = async (email: string, path: string, fields: readonly [string, string]) => {
      const response = await app.request(path, {
        method: 'POST',
        body: new URLSearchParams({ [fields[0]]: email, [fields[1]]: 'wrong-password-77' }),
        headers: { origin: 'http://shop.test', 'sec-fetch-site': 'same-origin' },
      })
      return [response.status, (await response.text()).replaceAll(email, 'ADDRESS')]
    }
    for (const [path, fields] of [
      ['/wp-login.php', ['log', 'pwd']],
      ['/my-account/', ['username', 'password']],
    ] as const)
      expect(await answer(secrets.email, path, fields)).toEqual(await answer('nobody@private.test', path, fields))
  })
})
