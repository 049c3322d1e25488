/** Pagination and star filter of reviews, over HTTP. */
import { expect, test } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { comments } from '../../site/comments/comments.table.ts'
import { refreshProducts } from '../catalog/refresh-product.ts'

const { app, shop, db } = await openShop()
const tea = referenceIds.simple
// The seed has three one-star reviews; 22 more make 25.
await db.insert(comments).values(
  Array.from({ length: 22 }, (_, index) => ({
    entryId: tea,
    authorName: `Reader ${index + 1}`,
    authorEmail: `reader${index + 1}@shop.test`,
    content: `Word ${index + 1}.`,
    rating: index < 12 ? 5 : 4,
    status: 'approved' as const,
    // These reviews are later than the seeded ones.
    createdAt: new Date(Date.now() + (index + 1) * 60_000),
  })),
)
await refreshProducts(db, [tea], shop.now())

const look = async (path: string) => {
  const response = await app.request(`/product/tea-1/${path}`)
  const html = await response.text()
  const output = [...html.matchAll(/<div class="description">[\s\S]*?<p><span>(.*?)<\/span>/g)].map(([, text]) => text)
  return { status: response.status, html, said: output, cache: response.headers.get('cache-control') }
}
const words = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => `Word ${from - index}.`)

test('[REV-01] ten to a page, newest first, by the path or by cpage', async () => {
  expect((await look('')).said).toEqual(words(22, 13))
  expect((await look('comment-page-2/')).said).toEqual(words(12, 3))
  expect((await look('?cpage=2')).said).toEqual(words(12, 3))
  expect((await look('comment-page-3/')).said).toHaveLength(5)
})

test('[REV-01] pages link to each other and to the marks that open the tab', async () => {
  const { html } = await look('comment-page-2/')
  expect(html).toContain('href="/product/tea-1/#reviews"')
  expect(html).toContain('href="/product/tea-1/comment-page-3/#comments"')
  expect(html).toMatch(/<link rel="canonical" href="http:\/\/shop\.test\/product\/tea-1\/"/)
})

test('[REV-05] mean, count and histogram are those of all reviews on every page', async () => {
  for (const path of ['', 'comment-page-3/', '?review_stars=4', '?cpage=2']) {
    const { html } = await look(path)
    expect(html, path).toContain('from 25 reviews')
    const bars = [...html.matchAll(/class="count[^"]*">(\d+)</g)].map(([, count]) => Number(count))
    expect(bars.slice(-5), path).toEqual([12, 10, 0, 0, 3])
  }
})

test('[REV-01] one bar shows its reviews, page by page', async () => {
  expect((await look('?review_stars=5')).said).toEqual(words(12, 3))
  expect((await look('?review_stars=5&cpage=2')).said).toEqual(words(2, 1))
  expect((await look('comment-page-2/?review_stars=5')).said).toEqual(words(2, 1))
  const none = await look('?review_stars=3')
  expect([none.said, none.html.includes('No reviews with')]).toEqual([[], true])
  for (const odd of ['6', '0', 'x', '4.5', '-1', ''])
    expect((await look(`?review_stars=${odd}`)).said, odd).toHaveLength(10)
})

test('[REV-01] a page that is not there is missing by its path, and the last one by its query', async () => {
  for (const path of ['comment-page-0/', 'comment-page-4/', 'comment-page-99999999999/', 'comment-page-x/']) {
    expect((await look(path)).status, path).toBe(404)
  }
  expect((await look('?cpage=99')).said).toHaveLength(5)
  for (const odd of ['0', '-1', 'x', '1e9', '9'.repeat(30)])
    expect((await look(`?cpage=${odd}`)).said, odd).toHaveLength(10)
})

test('[REV-01] pages by path are cached, pages by query are not', async () => {
  shop.pages.clear()
  await look('comment-page-2/')
  expect(shop.pages.size.pages).toBe(1)
  expect((await look('?cpage=2')).cache).toContain('no-store')
  expect(shop.pages.size.pages).toBe(1)
})
