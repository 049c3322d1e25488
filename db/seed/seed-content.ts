import { and, eq, sql } from 'drizzle-orm'
import { users } from '../../src/people/identity/accounts.table.ts'
import type { Tx } from '../../src/platform/database/connect.ts'
import { hrefs } from '../../src/platform/web/routes.ts'
import type { Settings } from '../../src/settings.ts'
import { contentOf } from '../../src/site/builder/page-content.ts'
import { siteLibrary } from '../../src/site/builder/site-library.ts'
import { BlockRegistry } from '../../src/things/blocks/block.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { HOME_TEMPLATE } from '../../src/things/entries/entry.ts'
import { saveTemplate } from '../../src/things/entries/save-entry.ts'
import { entrySettings } from '../../src/things/entries/settings.ts'
import { slugify } from '../../src/things/entries/slug.ts'
import { entryTerms, terms } from '../../src/things/entries/terms.table.ts'
import { entryMedia } from '../../src/things/media/media.table.ts'
import { defaultsOf } from '../../src/things/settings/setting.ts'
import { saveSettings } from '../../src/things/settings/settings.store.ts'
import { daysBefore } from './days-before.ts'
import { home } from './home.ts'
import { pages } from './pages.ts'
import { posts } from './posts.ts'
import { readSeedBlocks } from './seed-blocks.ts'
import { seedForms } from './seed-forms.ts'
import type { Pictures } from './seed-pictures.ts'
import { business, footerHighlights, storeNotice } from './site-content.ts'
import type { SeedPost } from './types.ts'

/** A product whose description is made of blocks. */
const BUILT_PRODUCT = 'anji-bai-cha'

/** Posts, pages, and the texts of home page, header and footer. */
export async function seedContent(tx: Tx, pictures: Pictures, now: Date): Promise<void> {
  const formNames = await seedForms(tx, now)
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
  const documentOf = await readSeedBlocks(tx, pictures)
  const registry = new BlockRegistry([siteLibrary([])])
  await tx.insert(entries).values(
    pages.map(({ slug, title, excerpt, html = '', blocks }, index) => {
      const builderDocument = blocks ? documentOf(blocks, { showsTitle: true }) : null
      const content = withPictureIds(withForms(html, formNames), pictures)
      return {
        kind: 'page' as const,
        slug,
        title,
        excerpt,
        content: builderDocument ? contentOf(registry, builderDocument) : content,
        builderDocument,
        menuOrder: index,
        imageId: pictureOfPage(pictures, slug),
        publishedAt: daysBefore(now, 400),
      }
    }),
  )
  const builtProduct = and(eq(entries.kind, 'product'), eq(entries.slug, BUILT_PRODUCT))
  const [described] = await tx.select({ content: entries.content }).from(entries).where(builtProduct)
  const description = documentOf([{ block: 'rich_text', text: described?.content ?? '' }])
  await tx.update(entries).set({ builderDocument: description }).where(builtProduct)
  await saveSettings<Settings>(tx, { storeNotice: storeNotice })
  await saveSettings<Settings>(tx, { ownerEmail: business.email })
  const { email: contactEmail, phone: contactPhone, address: storeAddress, policies } = business
  await saveSettings<Settings>(tx, { contactEmail, contactPhone, storeAddress, policies })
  await saveSettings<Settings>(tx, { footerHighlights: footerHighlights })
  const kept = { settings: () => defaultsOf(entrySettings) }
  const template = { slug: HOME_TEMPLATE, title: 'Home page', builderDocument: documentOf(home) }
  await saveTemplate(kept, tx, template, { author: null, now })
}

/** All posts are by the editor, whose account is made after them. */
export async function signPosts(tx: Tx): Promise<void> {
  const editor = tx.select({ id: users.id }).from(users).where(eq(users.role, 'editor')).limit(1)
  await tx
    .update(entries)
    .set({ authorId: sql`(${editor})` })
    .where(eq(entries.kind, 'post'))
}

function withFigure({ html, figure }: SeedPost, pictures: Pictures): string {
  if (!figure) return html
  const heading = new RegExp(`<h[23]>${figure.before}</h[23]>`)
  if (!heading.test(html)) throw new Error(`No heading says ${figure.before}`)
  const { path, width, height, alt } = pictures.get(figure.picture)
  const picture = `<img src="${hrefs.upload(path)}" width="${width}" height="${height}" alt="${alt}">`
  return html.replace(heading, `<figure>${picture}<figcaption>${figure.caption}</figcaption></figure>\n$&`)
}

/** Forms are named in shortcodes as `{form:slug}`. */
const withForms = (html: string, names: ReadonlyMap<string, string>): string =>
  html.replaceAll(/\{form:([a-z-]+)\}/g, (_, slug: string) => names.get(slug) ?? '')

/** Pictures are named in shortcodes as `{name}`, because they have no id before the seed. */
const withPictureIds = (html: string, pictures: Pictures): string =>
  html.replaceAll(/\{([a-z0-9-]+)\}/g, (_, name: string) => String(pictures.get(name).id))

/** Terms by name, in the order in which the names come first. */
export async function seedTaxonomy(
  tx: Tx,
  taxonomy: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .insert(terms)
    .values([...new Set(names)].map((name, position) => ({ taxonomy, slug: slugify(name), name, position })))
    .returning({ id: terms.id, name: terms.name })
  return new Map(rows.map((row) => [row.name, row.id]))
}

const withPicture = new Set(['about', 'contact', 'tea-guide'])
const pictureOfPage = (pictures: Pictures, slug: string): number | null =>
  withPicture.has(slug) ? pictures.get(`page-${slug}`).id : null
