import { z } from 'zod'
import { everywhere, fixed, forEditing, initially, itemShape, time, uri } from '../../../platform/rest/item-shape.ts'
import { toGmtIso, toLocalIso } from '../../../platform/time/shop-time.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { avatarUrls, commentHtml } from '../comment-text.ts'
import type { CommentWithEntry } from '../comments-query.store.ts'

const picture = everywhere(uri)

export const commentShape = itemShape('comment', {
  id: everywhere(fixed(z.int())),
  post: initially(z.int(), 0),
  parent: everywhere(initially(z.int(), 0)),
  author: everywhere(z.int()),
  author_name: everywhere(z.string()),
  author_email: forEditing(z.string()),
  author_url: everywhere(z.string()),
  author_ip: forEditing(z.string()),
  author_user_agent: forEditing(z.string()),
  date: everywhere(time),
  date_gmt: time,
  content: everywhere(z.strictObject({ rendered: everywhere(fixed(z.string())), raw: forEditing(z.string()) })),
  link: everywhere(fixed(uri)),
  status: z.string(),
  type: everywhere(fixed(z.string())),
  author_avatar_urls: everywhere(fixed(z.strictObject({ '24': picture, '48': picture, '96': picture }))),
  meta: z.record(z.string(), z.unknown()),
})

/** WordPress's status names in responses. */
const statusNames = { approved: 'approved', pending: 'hold', spam: 'spam', trash: 'trash' } as const
const collections: Readonly<Record<string, string>> = { product: 'product', post: 'posts', page: 'pages' }

/** IP addresses and user agents of authors are not stored, and email addresses are not sent to an avatar service. */
export function commentJson(comment: CommentWithEntry, url: string, context: 'view' | 'embed' | 'edit') {
  const { entry } = comment
  const isEdit = context === 'edit'
  const page = entry.kind === 'product' ? hrefs.product(entry.slug) : hrefs.post(entry.slug)
  return {
    id: comment.id,
    post: entry.id,
    parent: comment.parentId ?? 0,
    author: comment.userId ?? 0,
    author_name: comment.authorName,
    ...(isEdit ? { author_email: comment.authorEmail } : {}),
    author_url: '',
    ...(isEdit ? { author_ip: '', author_user_agent: '' } : {}),
    date: toLocalIso(comment.createdAt),
    date_gmt: toGmtIso(comment.createdAt),
    content: { rendered: commentHtml(comment.content), ...(isEdit ? { raw: comment.content } : {}) },
    link: `${url}${page}#comment-${comment.id}`,
    status: statusNames[comment.status],
    type: entry.kind === 'product' && comment.parentId === null ? 'review' : 'comment',
    author_avatar_urls: avatarUrls,
    meta: {},
    _links: {
      self: [{ href: `${url}${paths.restWpComments}/${comment.id}` }],
      collection: [{ href: `${url}${paths.restWpComments}` }],
      ...(comment.userId === null
        ? {}
        : { author: [{ embeddable: true, href: `${url}${paths.restUsers}/${comment.userId}` }] }),
      ...(comment.parentId === null
        ? {}
        : { 'in-reply-to': [{ embeddable: true, href: `${url}${paths.restWpComments}/${comment.parentId}` }] }),
      up: [
        {
          embeddable: true,
          post_type: entry.kind,
          href: `${url}/wp-json/wp/v2/${collections[entry.kind] ?? entry.kind}/${entry.id}`,
        },
      ],
    },
  }
}
