import { plainText } from '../../platform/web/plain-text.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { commentHtml } from '../../site/comments/comment-text.ts'
import type { CommentWithEntry } from '../../site/comments/comments-query.store.ts'
import { type FeedItem, withAbsoluteUrls } from './feed.ts'
import type { FeedEntry } from './feeds.store.ts'

const MAX_SUMMARY_LENGTH = 300

/** A post or product as feed item. `author` is the publisher. */
export function entryFeedItem(entry: FeedEntry, shopUrl: string, author: string): FeedItem {
  const page = entry.kind === 'product' ? hrefs.product(entry.slug) : hrefs.post(entry.slug)
  return {
    title: entry.title,
    url: shopUrl + page,
    guid: shopUrl + hrefs.shortlink(entry.id),
    publishedAt: entry.publishedAt,
    author,
    categories: entry.categories,
    summary: plainText(entry.excerpt),
    content: withAbsoluteUrls(entry.content, shopUrl),
    comments: {
      url: `${shopUrl}${page}${entry.kind === 'product' ? '#reviews' : '#comments'}`,
      feedUrl: shopUrl + hrefs.feedOf(page),
      count: entry.commentCount,
    },
  }
}

/** A comment or review as feed item: with the author's name, never the email address. `page` is its comment page. */
export function commentFeedItem(comment: CommentWithEntry, page: number, shopUrl: string): FeedItem {
  const { slug, title, id } = comment.entry
  const kind = comment.entry.kind === 'product' ? 'product' : 'post'
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
