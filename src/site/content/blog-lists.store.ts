import { and, asc, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { type Author, listAuthors } from '../../people/identity/authors.store.ts'
import { type Db, firstOf } from '../../platform/database/connect.ts'
import { containsNormalizedText } from '../../platform/database/list-query.ts'
import { parseShopTime, shopTimeZone } from '../../platform/time/shop-time.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { isPublishedPost, newestFirst } from './content.store.ts'
import type { PostTaxonomy } from './post-terms.store.ts'

/** A post list with its own URL. */
export type BlogList = {
  readonly title: string
  readonly lead: string
  readonly bodyClass: string
  readonly href: (page?: number) => string
  /** Filter; undefined selects all posts. */
  readonly where?: SQL | undefined
  readonly search?: string
}

export const JOURNAL = 'Journal'

export const allPosts: BlogList = {
  title: JOURNAL,
  lead: 'How tea is made, how to make it, and what happens between the hill and the cup.',
  bodyClass: 'blog hfeed',
  href: hrefs.blog,
}

export async function findTermList(db: Db, taxonomy: PostTaxonomy, slug: string): Promise<BlogList | null> {
  const term = await db
    .select({ id: terms.id, slug: terms.slug, name: terms.name, description: terms.description })
    .from(terms)
    .where(and(eq(terms.taxonomy, taxonomy), eq(terms.slug, slug)))
    .then(firstOf)
  if (!term) return null
  const isCategory = taxonomy === 'category'
  return {
    title: term.name,
    lead: term.description || `Posts ${isCategory ? 'in' : 'about'} “${term.name}”.`,
    bodyClass: `archive ${isCategory ? 'category' : 'tag'} ${isCategory ? 'category' : 'tag'}-${term.id} hfeed`,
    href: (page) => hrefs.term(taxonomy, term.slug, page),
    where: sql`exists (select from ${entryTerms} where ${entryTerms.entryId} = ${entries.id} and ${eq(entryTerms.termId, term.id)})`,
  }
}

export async function findAuthorList(db: Db, slug: string): Promise<BlogList | null> {
  const author = (await listAuthors(db)).find((one) => one.slug === slug)
  return author ? authorList(author) : null
}

const authorList = ({ id, name, slug }: Author): BlogList => ({
  title: name,
  lead: `Posts by ${name}.`,
  bodyClass: `archive author author-${id} hfeed`,
  href: (page) => hrefs.postAuthor(slug, page),
  where: eq(entries.authorId, id),
})

/** The month in the URL, as `2026-03`. */
export const monthOf = ({ req }: Context): string => `${req.param('year')}-${req.param('month')}`

/** Posts of a month in the shop's time zone, as `2026-03`; null if there are none. */
export async function findMonthList(db: Db, month: string): Promise<BlogList | null> {
  // Before 1970 time zone data is incomplete, and the shop has no posts.
  const first = month < '1970' ? null : parseShopTime(`${month}-01`)
  const end = first && parseShopTime(nextMonth(month))
  if (!first || !end) return null
  const where = and(gte(entries.publishedAt, first), lt(entries.publishedAt, end))
  if ((await db.$count(entries, and(isPublishedPost, where))) === 0) return null
  const title = monthName(month)
  return {
    title,
    lead: `Posts of ${title}.`,
    bodyClass: 'archive date hfeed',
    href: (page) => hrefs.postMonth(month, page),
    where,
  }
}

const nextMonth = (month: string): string => {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 10)
}

const monthFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', month: 'long', year: 'numeric' })
/** `2026-03` as 'March 2026'. */
const monthName = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`))

const MAX_SEARCH_LENGTH = 200
const MAX_WORDS = 10

/** Posts that contain every word in title, excerpt or text. */
export function searchList(typed: string): BlogList {
  const text = typed.replace(/\s+/g, ' ').trim().slice(0, MAX_SEARCH_LENGTH)
  const words = text.split(' ').slice(0, MAX_WORDS)
  return {
    title: `Search for “${text}”`,
    lead: 'Posts in which all of these words are found.',
    bodyClass: 'search search-results hfeed',
    href: (page) => hrefs.blog(page, text),
    where: and(...words.map((word) => containsNormalizedText(word, entries.searchText))),
    search: text,
  }
}

export type Sidebar = Awaited<ReturnType<typeof loadSidebar>>

const RECENT_POSTS = 5

/** Categories and months with their numbers of published posts, and the newest posts. */
export async function loadSidebar(db: Db) {
  const month = sql<string>`to_char(${entries.publishedAt} at time zone ${shopTimeZone}, 'YYYY-MM')`.as('month')
  const [categories, months, recent] = await Promise.all([
    db
      .select({ slug: terms.slug, name: terms.name, count: count() })
      .from(terms)
      .innerJoin(entryTerms, eq(entryTerms.termId, terms.id))
      .innerJoin(entries, eq(entries.id, entryTerms.entryId))
      .where(and(eq(terms.taxonomy, 'category'), isPublishedPost))
      .groupBy(terms.id)
      .orderBy(asc(terms.position), asc(terms.name)),
    db.select({ month, count: count() }).from(entries).where(isPublishedPost).groupBy(month).orderBy(desc(month)),
    db
      .select({ slug: entries.slug, title: entries.title })
      .from(entries)
      .where(isPublishedPost)
      .orderBy(...newestFirst)
      .limit(RECENT_POSTS),
  ])
  return { categories, months: months.map((one) => ({ ...one, name: monthName(one.month) })), recent }
}
