import { expect, test } from 'vitest'
import { jsonClient } from '../../../../test/support/json-client.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../../test/support/users.ts'

const { app, shop } = await openShop()
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')
const posts = '/wp-json/wp/v2/posts'
const categories = '/wp-json/wp/v2/categories'
const tags = '/wp-json/wp/v2/tags'

type Json = Readonly<Record<string, unknown>> & { readonly id: number; readonly code?: string }
type Who = Pick<TestUser, 'headers'> | null
const call = jsonClient<Json>(app, '', editor)
const list = async (path: string, who: Who = null) =>
  (await call('GET', path, undefined, who)).json as unknown as Json[]

test('a post has categories and tags, its page shows the first category, and lists are filtered by them', async () => {
  const news = await call('POST', categories, { name: '  News &  views ', description: 'What is new' })
  expect([news.status, news.headers.get('location')]).toEqual([201, `${shop.url}${categories}/${news.json.id}`])
  expect(news.json).toMatchObject({
    name: 'News & views',
    slug: 'news-views',
    taxonomy: 'category',
    parent: 0,
    count: 0,
    link: `${shop.url}/category/news-views/`,
  })
  const tag = (await call('POST', tags, { name: 'Kettles' })).json
  expect(tag['link']).toBe(`${shop.url}/tag/kettles/`)
  const post = await call('POST', posts, {
    title: 'In the news',
    status: 'publish',
    content: '<p>Text</p>',
    categories: [news.json.id],
    tags: [tag.id],
  })
  expect(post.json).toMatchObject({ categories: [news.json.id], tags: [tag.id] })
  expect(await (await app.request('/blog/')).text()).toContain('News &amp; views')
  expect((await list(`${posts}?categories=${news.json.id}`)).map(({ id }) => id)).toEqual([post.json.id])
  expect(await list(`${posts}?tags=999999`)).toEqual([])
  expect((await list(`${categories}?post=${post.json.id}`)).map(({ name }) => name)).toEqual(['News & views'])
  expect(await list(`${tags}?search=kett&hide_empty=true`)).toMatchObject([{ name: 'Kettles', count: 1 }])

  await call('PUT', `${posts}/${post.json.id}`, { title: 'Still in the news' })
  expect((await call('GET', `${posts}/${post.json.id}`)).json).toMatchObject({ tags: [tag.id] })
  await call('PUT', `${categories}/${news.json.id}`, { name: 'Notes' })
  await expect.poll(async () => (await app.request('/blog/')).text()).toContain('Notes')
  await call('PUT', `${posts}/${post.json.id}`, { categories: [] })
  await expect.poll(async () => (await app.request('/blog/')).text()).not.toContain('Notes')
  expect((await call('DELETE', `${tags}/${tag.id}?force=true`)).json).toMatchObject({ deleted: true })
  expect((await call('GET', `${posts}/${post.json.id}`)).json).toMatchObject({ categories: [], tags: [] })
})

test('what WordPress refuses is refused with its code, and nothing is written', async () => {
  const { json: tag } = await call('POST', tags, { name: 'Green' })
  const { json: category } = await call('POST', categories, { name: 'Green' })
  const cases = [
    ['POST', tags, { name: 'green' }, 400, 'term_exists'],
    ['POST', tags, { name: ' ' }, 400, 'rest_invalid_param'],
    ['POST', tags, {}, 400, 'rest_missing_callback_param'],
    ['PUT', `${tags}/${category.id}`, { name: 'A' }, 404, 'rest_term_invalid'],
    ['DELETE', `${tags}/${tag.id}`, {}, 501, 'rest_trash_not_supported'],
    ['DELETE', `${categories}/${tag.id}?force=true`, {}, 404, 'rest_term_invalid'],
    ['POST', posts, { title: 'A', categories: [tag.id] }, 400, 'rest_invalid_param'],
    ['POST', posts, { title: 'A', tags: ['x'] }, 400, 'rest_invalid_param'],
  ] as const
  const before = (await call('GET', `${posts}?status=any`)).headers.get('x-wp-total')
  for (const [method, path, body, status, code] of cases) {
    const refused = await call(method, path, body)
    expect([method, path, refused.status, refused.json.code]).toEqual([method, path, status, code])
  }
  expect((await call('GET', `${posts}?status=any`)).headers.get('x-wp-total')).toBe(before)
  for (const [who, status] of [
    [null, 401],
    [customer, 403],
  ] as const) {
    expect((await call('POST', tags, { name: 'Mine' }, who)).status).toBe(status)
    expect((await call('PUT', `${tags}/${tag.id}`, { name: 'Mine' }, who)).json.code).toBe('rest_cannot_update')
    expect((await call('DELETE', `${tags}/${tag.id}?force=true`, {}, who)).status).toBe(status)
  }
  expect(await list(`${tags}?include=${tag.id}`)).toMatchObject([{ name: 'Green' }])
})
