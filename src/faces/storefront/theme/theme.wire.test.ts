import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { createApp } from '../../../app.ts'
import { loadSettings } from '../../../settings.ts'
import { defaultTheme, restTheme } from './settings.ts'

const { app, db, pool, shop } = await openShop()
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')

const send = async (body: unknown, headers: Readonly<Record<string, string>> = editor.headers) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await app.request(restTheme, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: text,
  })
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
}
/** Loads the theme as another process does when it is notified of a save. */
const reload = async () => void Object.assign(shop.settings(), { theme: (await loadSettings(db)).theme })
const textOf = async (path: string) => (await app.request(path)).text()
const sheetOf = async (path: string) =>
  /<link id="theme-css" rel="stylesheet" href="([^"]+)"\/>/.exec(await textOf(path))?.[1]

test('an editor reads and changes the theme; a customer and a guest do not', async () => {
  expect((await send({ leaf: '#123456' }, customer.headers)).status).toBe(403)
  expect((await send({ leaf: '#123456' }, {})).status).toBe(401)
  expect((await app.request(restTheme, { headers: customer.headers })).status).toBe(403)
  expect((await app.request(restTheme)).status).toBe(401)
  const read = await app.request(restTheme, { headers: editor.headers })
  expect([read.status, await read.json()]).toEqual([200, { ...defaultTheme, warnings: [] }])
})

test('the shop’s own look adds nothing to a page, and has no style sheet', async () => {
  const page = await textOf('/shop/')
  expect(page).not.toMatch(/theme-css|theme-[\w-]+\.css/)
  expect(page).toContain('<meta name="theme-color" content="#1f4433"/>')
  const answer = await app.request('/theme-0123456789ab.css')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, expect.stringContaining('no-store')])
})

test('a changed theme is one cached style sheet after those of the shop', async () => {
  expect((await send({ leaf: '#0A5A8C', radius: 10, display_font: 'source_sans' })).status).toBe(200)
  await reload()
  const page = await textOf('/shop/')
  const href = (await sheetOf('/shop/')) ?? ''
  expect(href).toMatch(/^\/theme-[\w-]{12}\.css$/)
  const links = [
    ...page.matchAll(/<link[^>]* rel="stylesheet" href="([^"]+)"\/>|<link rel="stylesheet" href="([^"]+)"\/>/g),
  ]
  expect(links.at(-1)?.[1]).toBe(href)
  // The theme does not use the preloaded title font.
  expect(page).not.toContain('as="font"')
  for (const path of ['/', '/product/tea-1/', '/cart/', '/my-account/', '/nowhere/'])
    expect([path, await sheetOf(path)]).toEqual([path, href])

  const sheet = await app.request(href)
  expect(sheet.status).toBe(200)
  expect(Object.fromEntries(sheet.headers)).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  })
  const source = '"Source Sans 3","Source Sans 3 fallback",system-ui,sans-serif'
  expect(await sheet.text()).toBe(`:root{--leaf:#0a5a8c;--display:${source};--radius:10px}`)
  const head = await app.request(href, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const other = await app.request('/theme-0123456789ab.css')
  expect([other.status, other.headers.get('location')]).toEqual([302, href])
  expect(other.headers.get('cache-control')).toContain('no-store')
  for (const path of ['/theme-.css', '/theme-a.css.map', '/theme-%7D.css', '/theme-..%2f.css'])
    expect([path, (await app.request(path)).status]).toEqual([path, path === '/theme-a.css' ? 302 : 404])
})

test('the sheet is served from memory in production, and a change drops it with the pages', async () => {
  const live = createApp({ ...shop, isProduction: true })
  await live.request('/shop/')
  await live.request((await sheetOf('/shop/')) ?? '')
  expect(shop.pages.size.pages).toBeGreaterThan(1)
  const client = await pool.connect()
  const notices: (string | undefined)[] = []
  client.on('notification', ({ payload }) => notices.push(payload))
  await client.query('listen samovar_page_tags')
  await send({ radius: 12 })
  await client.query('select 1')
  expect(notices).toEqual(['settings'])
  await client.query('unlisten *')
  client.release()
  shop.pages.invalidate(['settings'])
  expect(shop.pages.size.pages).toBe(0)
})

test('low contrast is saved, with a warning', async () => {
  const { status, json } = await send({ ink_soft: '#bbbbbb' })
  expect([status, json.ink_soft]).toEqual([200, '#bbbbbb'])
  expect(json.warnings).toContainEqual({
    what: 'Soft text',
    foreground: 'ink_soft',
    background: 'paper',
    ratio: 1.81,
    needed: 4.5,
  })
  expect((await send({ ink_soft: defaultTheme.ink_soft })).json.warnings).toEqual([])
})

test('whatever is no value of its token is refused by name, and nothing is saved', async () => {
  const before = (await loadSettings(db)).theme
  const colors = ['red;}body{x:y', 'red', '#fff', '', 'url(x)', '</style>', 'expression(1)', '\\232c5a45', 'rgb(0,0,0)']
  const numbers = [Number.NaN, 1e308, -1, 4.5, 'four', [4], null, {}, true]
  const choices = ['none', '__proto__', 'constructor', '', null, ['simple'], 1]
  for (const [name, values] of [
    ['leaf', [...colors, ...numbers]],
    ['radius', [...colors, ...numbers, 25]],
    ['text_size', [...numbers, 84, 121]],
    ['footer', [...choices, ...colors]],
    ['text_font', [...choices, 'fraunces']],
    ['warnings', [[]]],
    ['x', [1]],
  ] as const)
    for (const value of values) {
      const { status, json } = await send({ [name]: value, gold: '#000000' })
      expect([name, value, status, Object.keys((json.data as { params?: object } | undefined)?.params ?? {})]).toEqual([
        name,
        value,
        400,
        [name],
      ])
    }
  await send('{"__proto__":{"leaf":"#ffffff"},"constructor":{"prototype":{"leaf":"#ffffff"}}}')
  expect((await loadSettings(db)).theme).toEqual(before)
})

test('what is wrongly stored reaches no page', async () => {
  Object.assign(shop.settings(), {
    theme: { leaf: '#fff}body{display:none}', leaf_deep: '"><script>', radius: '9px;x:y' },
  })
  const page = await textOf('/shop/')
  expect(page).not.toContain('theme-css')
  expect(page).toContain('<meta name="theme-color" content="#1f4433"/>')
})

test('reset tokens leave no style sheet behind', async () => {
  expect((await send(defaultTheme)).status).toBe(200)
  await reload()
  expect(await textOf('/shop/')).not.toContain('theme-css')
})
