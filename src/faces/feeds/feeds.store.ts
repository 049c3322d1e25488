import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { columnsOf, type Db } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { plainText, shownText } from '../../platform/web/plain-text.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { commentHtml } from '../../site/comments/comment-text.ts'
import { type CommentWithEntry, hiddenReplies } from '../../site/comments/comments-query.store.ts'
import { trimExcerpt } from '../../site/content/excerpt.ts'
import type { WithTexts } from '../../site/content/expand-text.ts'
import { publicText } from '../../things/entries/entries.store.ts'
import { type EntryKind, entries } from '../../things/entries/entries.table.ts'
import { type FeedItem, withAbsoluteUrls } from './write-feed.ts'

/** WordPress's default. */
export const MAX_ITEMS = 10

type FeedEntries = { kind: FeedKind; slug?: string; where?: SQL | undefined } | { ids: readonly number[] }

/** The newest published posts, or the published entries with these ids or this slug. Content is HTML, and of products the excerpt too. */
export function feedEntries(db: Db, by: FeedEntries) {
  const where = 'ids' in by ? inArray(entries.id, [...by.ids]) : eq(entries.kind, by.kind)
  const isNamed = 'slug' in by && by.slug !== undefined ? eq(entries.slug, by.slug) : undefined
  return db
    .select({
      ...columnsOf(entries, 'id', 'kind', 'slug', 'title', 'publishedAt'),
      excerpt: publicText(entries.excerpt),
      content: publicText(entries.content),
      // `${entries.id}` would lose its table name here, and be the id of a term or comment.
      categories: sql<string[]>`array(select terms.name from entry_terms join terms on terms.id = entry_terms.term_id
        and terms.taxonomy in ('category', 'product_cat') where entry_terms.entry_id = ${entries}.id
        order by terms.position, terms.id)`,
      commentCount: sql<number>`(select count(*)::int from comments
        left join ${hiddenReplies(sql`reply.entry_id = ${entries}.id`)} on hidden.id = comments.id
        where comments.entry_id = ${entries}.id and comments.status = 'approved' and hidden.id is null)`,
    })
    .from(entries)
    .where(and(where, isNamed, 'where' in by ? by.where : undefined, eq(entries.status, 'publish')))
    .orderBy(desc(entries.publishedAt), desc(entries.id))
    .limit(MAX_ITEMS)
}
type FeedEntry = Awaited<ReturnType<typeof feedEntries>>[number]

export type FeedKind = 'post' | 'product'
/** Only products and posts have comments, so every other kind is treated as a post. */
export const feedKind = ({ kind }: { readonly kind: EntryKind }): FeedKind => (kind === 'product' ? kind : 'post')
export const pageHref = (kind: FeedKind, slug: string) => (kind === 'product' ? hrefs.product(slug) : hrefs.post(slug))

const MAX_SUMMARY_LENGTH = 300

type ItemShop = Pick<Platform, 'url'> & WithTexts

export async function entryFeedItem(
  entry: FeedEntry,
  { url: shopUrl, textOf }: ItemShop,
  author: string,
): Promise<FeedItem> {
  const page = pageHref(feedKind(entry), entry.slug)
  return {
    title: entry.title,
    url: shopUrl + page,
    guid: shopUrl + hrefs.shortlink(entry.id),
    publishedAt: entry.publishedAt,
    author,
    categories: entry.categories,
    // Short descriptions of products are HTML, other excerpts text.
    summary:
      entry.kind === 'product' ? shownText(entry.excerpt) : plainText(entry.excerpt) || trimExcerpt(entry.content),
    content: withAbsoluteUrls(await textOf(entry.content), shopUrl),
    comments: {
      url: `${shopUrl}${page}${entry.kind === 'product' ? '#reviews' : '#comments'}`,
      feedUrl: shopUrl + hrefs.feedOf(page),
      count: entry.commentCount,
    },
  }
}

/** A comment or review as a feed item, without the author's email address. `page` is its comment page. */
export function commentFeedItem(comment: CommentWithEntry, page: number, shopUrl: string): FeedItem {
  const { slug, title, id } = comment.entry
  const kind = feedKind(comment.entry)
  return {
    title: `Comment on ${title} by ${comment.authorName}`,
    url: shopUrl + hrefs.comment({ kind, slug }, page, comment.id),
    // Based on the short link, because the comment page changes over time.
    guid: `${shopUrl}${hrefs.shortlink(id)}#comment-${comment.id}`,
    publishedAt: comment.createdAt,
    author: comment.authorName,
    categories: [],
    summary: comment.content.slice(0, MAX_SUMMARY_LENGTH),
    content: commentHtml(comment.content),
    comments: null,
  }
}
