import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { cacheResponse, PageCache } from './page-cache.ts'
import { renderOnce } from './render-once.ts'

const shop = { isProduction: true, now: () => new Date(), pages: new PageCache(), url: 'http://shop.test' }
const rendered: string[] = []
const app = new Hono()
app.use(renderOnce(shop))
app.get('/:page/', async (context) => {
  const { generation } = shop.pages
  const page = context.req.param('page')
  rendered.push(context.req.url.slice('http://localhost'.length))
  const body = `Page ${page}, ${rendered.length}`
  await new Promise((done) => setTimeout(done, 20))
  if (page === 'broken') throw new Error('It could not be rendered')
  if (page === 'personal') return context.text(body)
  const headers = { 'content-type': 'text/plain', 'x-page': page }
  cacheResponse(context, shop, { body, headers }, { tags: [page], generation })
  return context.body(body, 200, headers)
})
app.onError((_, context) => context.text('Error', 500))

async function requestTwenty(path: string, headers: Record<string, string> = {}) {
  rendered.length = 0
  const responses = await Promise.all(Array.from({ length: 20 }, async () => app.request(path, { headers })))
  return Promise.all(responses.map(async (response) => [response.status, await response.text()] as const))
}

test('simultaneous requests for a page that is not cached render it once, with the same response', async () => {
  const answers = await requestTwenty('/tea/')
  expect(rendered).toEqual(['/tea/'])
  expect(new Set(answers.map(String))).toEqual(new Set(['200,Page tea, 1']))
  const [first, second] = await Promise.all([app.request('/cup/'), app.request('/cup/')])
  for (const name of ['content-type', 'x-page']) expect(second.headers.get(name)).toBe(first.headers.get(name))
})

test('different pages do not wait for each other, nor those that are not cached', async () => {
  rendered.length = 0
  await Promise.all(['/one/', '/two/', '/one/?n=1', '/one/?n=1'].map(async (path) => app.request(path)))
  expect(rendered.toSorted()).toEqual(['/one/', '/one/?n=1', '/one/?n=1', '/two/'])
})

test('a page with a notice is neither waited for nor taken from the cache', async () => {
  const answers = await requestTwenty('/tea/', { cookie: 'samovar_flash=x' })
  expect(rendered).toHaveLength(20)
  expect(new Set(answers.map(String)).size).toBe(20)
})

test.each(['/personal/', '/broken/'])('%s is rendered for each', async (path) => {
  await requestTwenty(path)
  expect(rendered).toHaveLength(20)
})
