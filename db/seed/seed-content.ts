import { entryTerms, terms } from '../../src/catalog/catalog.table.ts'
import type { HomeContent, HomePicture } from '../../src/content/home.ts'
import type { Tx } from '../../src/database/connect.ts'
import { entries } from '../../src/entries/entries.table.ts'
import { slugOf } from '../../src/entries/slug.ts'
import { entryMedia } from '../../src/media/media.table.ts'
import { hrefs } from '../../src/routes.ts'
import { saveSetting } from '../../src/settings/settings.store.ts'
import { daysBefore } from './days.ts'
import { pages } from './pages.ts'
import { posts } from './posts.ts'
import type { Pictures } from './seed-pictures.ts'
import type { SeedPost } from './shapes.ts'
import { footerFacts, home, house, storeNotice } from './words.ts'

/** Posts, pages, and the words of the home page and the frame. */
export async function seedContent(tx: Tx, pictures: Pictures, now: Date): Promise<void> {
  const categoryIds = await seedTaxonomy(
    tx,
    'category',
    posts.map((post) => post.category),
  )
  const tagIds = await seedTaxonomy(
    tx,
    'post_tag',
    posts.flatMap((post) => [...post.tags]),
  )
  for (const post of posts) {
    const picture = pictures.get(post.picture)
    const published = daysBefore(now, post.daysAgo)
    const [row] = await tx
      .insert(entries)
      .values({
        kind: 'post',
        slug: post.slug,
        title: post.title,
        excerpt: post.excerpt,
        content: withFigure(post, pictures),
        imageId: picture.id,
        publishedAt: published,
        createdAt: published,
        updatedAt: published,
      })
      .returning({ id: entries.id })
    if (!row) throw new Error(`The post ${post.slug} was not written`)
    await tx.insert(entryMedia).values({ entryId: row.id, mediaId: picture.id })
    const termIds = [categoryIds.get(post.category), ...post.tags.map((tag) => tagIds.get(tag))].filter(
      (id) => id !== undefined,
    )
    await tx.insert(entryTerms).values(termIds.map((termId) => ({ entryId: row.id, termId })))
  }
  await tx.insert(entries).values(
    pages.map((page, index) => ({
      kind: 'page' as const,
      slug: page.slug,
      title: page.title,
      excerpt: page.excerpt,
      content: page.html,
      menuOrder: index,
      imageId: pictureOfPage(pictures, page.slug),
      publishedAt: daysBefore(now, 400),
    })),
  )
  await saveSetting(tx, 'storeNotice', storeNotice)
  await saveSetting(tx, 'ownerEmail', house.email)
  await saveSetting(tx, 'contact', { email: house.email, phone: house.phone, address: house.address })
  await saveSetting(tx, 'footerFacts', footerFacts)
  await saveSetting(tx, 'home', homeWith(pictures))
}

function withFigure({ html, figure }: SeedPost, pictures: Pictures): string {
  if (!figure) return html
  const heading = new RegExp(`<h[23]>${figure.before}</h[23]>`)
  if (!heading.test(html)) throw new Error(`No heading says ${figure.before}`)
  const { path, width, height, alt } = pictures.get(figure.picture)
  const picture = `<img src="${hrefs.upload(path)}" width="${width}" height="${height}" alt="${alt}">`
  return html.replace(heading, `<figure>${picture}<figcaption>${figure.caption}</figcaption></figure>\n$&`)
}

async function seedTaxonomy(tx: Tx, taxonomy: string, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .insert(terms)
    .values([...new Set(names)].map((name, position) => ({ taxonomy, slug: slugOf(name), name, position })))
    .returning({ id: terms.id, name: terms.name })
  return new Map(rows.map((row) => [row.name, row.id]))
}

const withPicture = new Set(['about', 'contact'])
const pictureOfPage = (pictures: Pictures, slug: string): number | null =>
  withPicture.has(slug) ? pictures.get(`page-${slug}`).id : null

/** The home page's words with their pictures put in. */
function homeWith(pictures: Pictures): HomeContent {
  const picture = (name: string): HomePicture => {
    const { path, width, height, alt } = pictures.get(name)
    return { path, width, height, alt }
  }
  return {
    ...home,
    hero: { ...home.hero, picture: picture(home.hero.picture) },
    kinds: { ...home.kinds, tiles: home.kinds.tiles.map((tile) => ({ ...tile, picture: picture(tile.picture) })) },
  }
}
