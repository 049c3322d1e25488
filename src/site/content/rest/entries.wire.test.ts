import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jsonClient } from '../../../../test/support/json-client.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { whileDeleting } from '../../../../test/support/while-deleting.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { media } from '../../../things/media/media.table.ts'

const { app, shop, db } = await openShop()
const editor = await createSignedInUser(shop, 'editor', 'Edith Leaf')
const customer = await createSignedInUser(shop, 'customer')
const posts = '/wp-json/wp/v2/posts'
const pages = '/wp-json/wp/v2/pages'

type Json = Record<string, never> & { readonly id: number; readonly version: number }
const call = jsonClient<Json>(app, '', editor)
const titles = async (path: string) =>
  ((await call('GET', path)).json as unknown as { title: { rendered: string } }[]).map(({ title }) => title.rendered)

test('a post is written with WordPress’s names and read back', async () => {
  const made = await call('POST', posts, {
    title: 'Tea & water',
    content: { raw: '<p>Boil it.<script>x()</script></p>' },
    excerpt: 'Short',
    status: 'publish',
    date_gmt: '2026-01-02T03:04:05',
    comment_status: 'closed',
  })
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe(`${shop.url}${posts}/${made.json.id}`)
  expect(made.json).toMatchObject({
    date: '2026-01-01T22:04:05',
    date_gmt: '2026-01-02T03:04:05',
    slug: 'tea-water',
    status: 'publish',
    type: 'post',
    link: `${shop.url}/blog/tea-water/`,
    title: { rendered: 'Tea &#38; water', raw: 'Tea & water' },
    content: { rendered: '<p>Boil it.</p>', raw: '<p>Boil it.</p>', protected: false },
    excerpt: { rendered: '<p>Short</p>\n', raw: 'Short' },
    author: editor.id,
    author_name: 'Edith Leaf',
    featured_media: 0,
    comment_status: 'closed',
    sticky: false,
    version: 1,
  })
  expect(await (await app.request('/blog/tea-water/')).text()).toContain('<p>Boil it.</p>')
  const view = await call('GET', `${posts}/${made.json.id}?context=view`)
  expect(view.json).not.toHaveProperty('version')
  expect(view.json.content).toEqual({ rendered: '<p>Boil it.</p>', protected: false })
  expect((await call('GET', `${posts}/${made.json.id}`)).json).toMatchObject({ version: 1 })
})

test('without an excerpt the first words of the text are answered as one, as in WordPress', async () => {
  const made = await call('POST', posts, {
    title: 'Short',
    content: '<p>Tea &amp; <b>water</b></p>\n<p>[columns]Boil[/columns]</p>',
  })
  expect(made.json.excerpt).toMatchObject({ raw: '', rendered: '<p>Tea &#38; water Boil</p>\n' })
  const long = Array.from({ length: 56 }, (_, index) => `w${index + 1}`).join(' ')
  const cut = await call('PUT', `${posts}/${made.json.id}`, { content: `<p>${long}</p>` })
  expect(cut.json.excerpt).toMatchObject({ raw: '', rendered: `<p>${long.replace(' w56', ' […]')}</p>\n` })
  const none = await call('PUT', `${posts}/${made.json.id}`, { content: '' })
  expect(none.json.excerpt).toMatchObject({ raw: '', rendered: '' })
})

test('an older version is refused with 409, and what was saved stays', async () => {
  const { json } = await call('POST', posts, { title: 'Two editors' })
  expect((await call('PUT', `${posts}/${json.id}`, { title: 'First', version: 1 })).json.version).toBe(2)
  const late = await call('PUT', `${posts}/${json.id}`, { title: 'Second', version: 1 })
  expect([late.status, late.json]).toMatchObject([409, { code: 'samovar_rest_outdated', data: { version: 2 } }])
  expect((await call('GET', `${posts}/${json.id}?context=edit`)).json.title).toMatchObject({ raw: 'First' })
})

test('a picture or parent that somebody deletes meanwhile is one that is not there', async () => {
  const [picture] = await db
    .insert(media)
    .values({ path: '2026/11/gone.jpg', mime: 'image/jpeg', width: 9, height: 9, bytes: 1 })
    .returning()
  const { json: parent } = await call('POST', pages, { title: 'Soon gone', status: 'publish' })
  const [pictured, below] = await whileDeleting(
    db,
    async (tx) => {
      await tx.delete(media).where(eq(media.id, picture?.id ?? 0))
      await tx.delete(entries).where(eq(entries.id, parent.id))
    },
    () =>
      Promise.all([
        call('POST', posts, { title: 'Pictured late', featured_media: picture?.id }),
        call('POST', pages, { title: 'Below late', parent: parent.id }),
      ]),
  )
  expect([pictured.status, pictured.json]).toMatchObject([400, { code: 'rest_invalid_featured_media' }])
  expect([below.status, below.json]).toMatchObject([400, { data: { params: { parent: expect.any(String) } } }])
})

test('what WordPress refuses is refused with its code, and nothing is written', async () => {
  const { json } = await call('POST', pages, { title: 'Page' })
  const before = (await call('GET', `${pages}?status=any`)).headers.get('x-wp-total')
  const cases = [
    ['POST', posts, {}, 400, 'empty_content'],
    ['POST', posts, { title: 'A', id: json.id }, 400, 'rest_post_exists'],
    ['POST', posts, { title: 'A', status: 'publish', password: 'oolong' }, 400, 'rest_invalid_param'],
    ['PUT', `${pages}/${json.id}`, { password: 'oolong' }, 400, 'rest_invalid_param'],
    ['POST', posts, { title: 'A', status: 'published' }, 400, 'rest_invalid_param'],
    ['POST', posts, { title: 'A', format: 'poem' }, 400, 'rest_invalid_param'],
    ['POST', pages, { title: 'A', template: 'nope.php' }, 400, 'rest_invalid_param'],
    ['POST', posts, { title: 'A', date: 'soon' }, 400, 'rest_invalid_param'],
    ['POST', posts, { title: 7 }, 400, 'rest_invalid_param'],
    ['POST', posts, { title: 'A', featured_media: 99_999 }, 400, 'rest_invalid_featured_media'],
    ['POST', posts, { title: 'A', author: 99_999 }, 400, 'rest_invalid_author'],
    ['POST', pages, { title: 'A', slug: 'cart' }, 400, 'rest_invalid_param'],
    ['PUT', `${pages}/${json.id}`, { parent: json.id }, 400, 'rest_invalid_param'],
    ['PUT', `${pages}/99999`, { title: 'A' }, 404, 'rest_post_invalid_id'],
    ['PUT', `${posts}/${json.id}`, { title: 'A' }, 404, 'rest_post_invalid_id'],
    ['DELETE', `${posts}/99999`, {}, 404, 'rest_post_invalid_id'],
    ['GET', `${posts}?page=99`, undefined, 400, 'rest_post_invalid_page_number'],
    ['GET', `${posts}/99999/revisions`, undefined, 404, 'rest_post_invalid_id'],
    ['GET', `${posts}/99999/revisions/1`, undefined, 404, 'rest_post_invalid_id'],
    ['GET', `${posts}?orderby=menu_order`, undefined, 400, 'rest_invalid_param'],
    ['GET', `${posts}?orderby=relevance&search=%20`, undefined, 400, 'rest_no_search_term_defined'],
    ['POST', `${pages}/${json.id}/revisions/99999/restore`, {}, 404, 'rest_post_invalid_id'],
    ['GET', `${pages}/${json.id}/revisions/99999999999`, undefined, 404, 'rest_post_invalid_id'],
    ['POST', `${pages}/99999999999/revisions/99999999999/restore`, {}, 404, 'rest_post_invalid_id'],
  ] as const
  for (const [method, path, body, status, code] of cases) {
    const refused = await call(method, path, body)
    expect([method, path, refused.status, refused.json.code]).toEqual([method, path, status, code])
  }
  expect((await call('GET', `${pages}?status=any`)).headers.get('x-wp-total')).toBe(before)
})

test('only editors and administrators write, and read what is not published', async () => {
  const { json } = await call('POST', posts, { title: 'Draft of ours' })
  for (const [method, path, code] of [
    ['GET', `${posts}/${json.id}`, 'rest_forbidden'],
    ['GET', `${posts}/${json.id}?context=edit`, 'rest_forbidden_context'],
    ['GET', `${posts}?context=edit`, 'rest_forbidden_context'],
    ['GET', `${posts}/${json.id}/revisions`, 'rest_cannot_read'],
    ['GET', `${posts}/${json.id}/revisions/1`, 'rest_cannot_read'],
    ['GET', `${posts}/counts`, 'woocommerce_rest_cannot_view'],
    ['POST', posts, 'rest_cannot_create'],
    ['PUT', `${posts}/${json.id}`, 'rest_cannot_edit'],
    ['DELETE', `${posts}/${json.id}`, 'rest_cannot_delete'],
  ] as const) {
    const body = method === 'GET' ? undefined : { title: 'Not mine' }
    const guest = await call(method, path, body, null)
    expect([path, guest.status, guest.json.code]).toEqual([path, 401, code])
    const other = await call(method, path, body, customer)
    expect([path, other.status, other.json.code]).toEqual([path, 403, code])
  }
})

test('everybody reads what is published, without what is for editors, and nothing else', async () => {
  const status = ['publish', 'draft', 'pending', 'private', 'future', 'trash']
  const made = new Map<string, number>()
  for (const one of status) {
    const date = one === 'future' ? { date: '2040-01-01T00:00:00' } : {}
    const { json } = await call('POST', posts, {
      title: `Secret ${one}`,
      status: one === 'trash' ? 'draft' : one,
      ...date,
    })
    if (one === 'trash') await call('DELETE', `${posts}/${json.id}`)
    made.set(one, json.id)
  }
  for (const who of [null, customer]) {
    const read = (path: string) => call('GET', path, undefined, who)
    const listed = await read(`${posts}?search=secret`)
    expect(listed.status).toBe(200)
    expect(listed.headers.get('x-wp-total')).toBe('1')
    expect(listed.json).toMatchObject([{ id: made.get('publish'), title: { rendered: 'Secret publish' } }])
    expect(JSON.stringify(listed.json)).not.toMatch(/"raw"|"version"|preview|author_name/)
    for (const [one, id] of made) {
      const { status: answered, json } = await read(`${posts}/${id}`)
      expect([one, answered]).toEqual([one, one === 'publish' ? 200 : who ? 403 : 401])
      expect(JSON.stringify(json)).not.toContain(one === 'publish' ? '"raw"' : 'Secret')
    }
    const include = [...made.values()].join()
    expect((await read(`${posts}?include=${include}`)).headers.get('x-wp-total')).toBe('1')
    for (const one of [...status.slice(1), 'any', 'publish,draft']) {
      const refused = await read(`${posts}?status=${one}`)
      expect([one, refused.status, refused.json.code]).toEqual([one, 400, 'rest_invalid_param'])
      const details = { status: { code: 'rest_forbidden_status', data: { status: who ? 403 : 401 } } }
      expect(refused.json.data).toMatchObject({ details })
    }
  }
  expect((await call('GET', `${posts}/${made.get('publish')}`)).json).toHaveProperty('version')
})

test('the list: status, search, order, and counts', async () => {
  for (const [title, status] of [
    ['Alpha kettle', 'draft'],
    ['Beta kettle', 'pending'],
    ['Gamma 100%', 'private'],
  ])
    await call('POST', pages, { title, status })
  expect(await titles(`${pages}?search=kettle&status=any&orderby=title&order=asc`)).toEqual([
    'Alpha kettle',
    'Beta kettle',
  ])
  expect(await titles(`${pages}?search=100%25&status=private`)).toEqual(['Gamma 100%'])
  expect(await titles(`${pages}?search=kettle`)).toEqual([])
  expect(await titles(`${pages}?status=draft,pending&search=kettle&order=asc&orderby=id`)).toHaveLength(2)
  expect((await call('GET', `${pages}/counts`)).json).toMatchObject({ pending: 1, private: 1 })
  await call('POST', pages, { title: 'Delta', content: 'What a kettle holds', status: 'draft' })
  expect((await titles(`${pages}?search=kettle&status=any&orderby=relevance`)).at(-1)).toBe('Delta')
  expect(await titles(`${pages}?search=kettle&status=any&orderby=id`)).toHaveLength(3)
})

test('a search compares what readers read: no accents, tags or entities', async () => {
  const content = '<p class="wide">Steep &amp; pour</p>'
  await call('POST', pages, { title: 'Café', excerpt: 'Thé <b>glac</b>é', content, status: 'draft' })
  const found = (text: string) => titles(`${pages}?status=draft&search=${encodeURIComponent(text)}`)
  for (const text of ['cafe', 'CAFÉ', 'the glace', 'steep & pour'])
    expect([text, await found(text)]).toEqual([text, ['Café']])
  for (const none of ['wide', 'amp', '<p']) expect([none, await found(none)]).toEqual([none, []])
})

test('the trash, undo, and deletion for good', async () => {
  const { json } = await call('POST', posts, { title: 'Rubbish', status: 'publish' })
  const path = `${posts}/${json.id}`
  expect((await call('DELETE', path)).json).toMatchObject({ status: 'trash' })
  expect((await call('DELETE', path)).json).toMatchObject({ code: 'rest_already_trashed' })
  expect((await app.request('/blog/rubbish/')).status).toBe(404)
  expect((await call('PUT', path, { status: 'publish' })).json).toMatchObject({ slug: 'rubbish', status: 'publish' })
  expect((await app.request('/blog/rubbish/')).status).toBe(200)
  expect((await call('DELETE', `${path}?force=true`)).json).toMatchObject({ deleted: true, previous: { id: json.id } })
  expect((await call('GET', path)).status).toBe(404)
})

test('revisions are listed and one is restored', async () => {
  const { json } = await call('POST', pages, { title: 'Told', content: '<p>Once</p>' })
  const path = `${pages}/${json.id}`
  await call('PUT', path, { content: '<p>Twice</p>' })
  const list = (await call('GET', `${path}/revisions`)).json as unknown as { id: number; author_name: string }[]
  expect(list).toMatchObject([
    { author_name: 'Edith Leaf', parent: json.id, content: { raw: '<p>Twice</p>' } },
    { content: { raw: '<p>Once</p>' } },
  ])
  const restored = await call('POST', `${path}/revisions/${list[1]?.id}/restore`, {})
  expect(restored.json).toMatchObject({ content: { raw: '<p>Once</p>' }, version: 3 })
})

test('a batch changes several, each with its own answer', async () => {
  const made = await call('POST', `${posts}/batch`, { create: [{ title: 'One' }, { title: 'Two' }, {}] })
  const { create } = made.json as unknown as { create: { id: number; error?: { code: string } }[] }
  expect(create.map((one) => one.error?.code ?? 'made')).toEqual(['made', 'made', 'empty_content'])
  const update = create.slice(0, 2).map(({ id }) => ({ id, status: 'publish' }))
  expect((await call('POST', `${posts}/batch`, { update })).json).toMatchObject({
    update: [{ status: 'publish' }, { status: 'publish' }],
  })
})

test('a text is rendered with its shortcodes and features, and edited as it was written', async () => {
  const content = '<p>We pack [payment_methods].</p>\n<p>[perfect title="Rain"]Strong & dark.[/perfect]</p>'
  const made = await call('POST', '/wp-json/wp/v2/posts', { title: 'Rain', content, status: 'publish' })
  const json = made.json as unknown as { id: number; content: { raw: string; rendered: string } }
  expect(json.content.raw).toContain('[perfect title="Rain"]')
  expect(json.content.rendered).toMatch(/perfect-row.*Rain.*Strong &amp; dark/s)
  expect(json.content.rendered).not.toMatch(/\[(perfect|payment_methods)/)
  const listed = await call('GET', `/wp-json/wp/v2/posts?include=${json.id}`)
  expect((listed.json as unknown as (typeof json)[])[0]?.content.rendered).toBe(json.content.rendered)
})
