import { plainText } from '../catalog/product-data.ts'
import { commentHtml } from '../content/comment-text.ts'
import type { PlacedComment } from '../content/comments-read.store.ts'
import { hrefs } from '../routes.ts'
import { type FeedItem, withWholeAddresses } from './feed.ts'
import type { EntryText } from './feeds.store.ts'

const MAX_SUMMARY_LETTERS = 300

/** A post or product as feeds show it. `author` is who publishes. */
export function entryItem(entry: EntryText, shopUrl: string, author: string): FeedItem {
  const page = entry.kind === 'product' ? hrefs.product(entry.slug) : hrefs.post(entry.slug)
  return {
    title: entry.title,
    url: shopUrl + page,
    guid: shopUrl + hrefs.shortlink(entry.id),
    publishedAt: entry.publishedAt,
    author,
    categories: entry.categories,
    summary: plainText(entry.excerpt),
    content: withWholeAddresses(entry.content, shopUrl),
    comments: {
      url: `${shopUrl}${page}${entry.kind === 'product' ? '#reviews' : '#comments'}`,
      feedUrl: shopUrl + hrefs.feedOf(page),
      count: entry.commentCount,
    },
  }
}

/** What somebody wrote under a post or product: the name they gave, and never their e-mail address. `page` is where it stands. */
export function commentItem(comment: PlacedComment, page: number, shopUrl: string): FeedItem {
  const { slug, title, id } = comment.place
  const kind = comment.place.kind === 'product' ? 'product' : 'post'
  return {
    title: `Comment on ${title} by ${comment.authorName}`,
    url: shopUrl + hrefs.comment({ kind, slug }, page, comment.id),
    // The page it stands on changes as others write.
    guid: `${shopUrl}${hrefs.shortlink(id)}#comment-${comment.id}`,
    publishedAt: comment.createdAt,
    author: comment.authorName,
    categories: [],
    summary: comment.content.slice(0, MAX_SUMMARY_LETTERS),
    content: commentHtml(comment.content),
    comments: null,
  }
}
