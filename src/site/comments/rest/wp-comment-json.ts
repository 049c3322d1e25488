import { z } from 'zod'
import { defaultTo, editOnly, embeddable, fixed, itemShape, time, uri } from '../../../platform/rest/item-shape.ts'
import { timeFields } from '../../../platform/time/shop-time.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { avatarUrls, commentHtml } from '../comment-text.ts'
import type { CommentWithEntry } from '../comments-query.store.ts'

const picture = embeddable(uri)

export const commentShape = itemShape('comment', {
  id: embeddable(fixed(z.int())),
  post: defaultTo(z.int(), 0),
  parent: embeddable(defaultTo(z.int(), 0)),
  author: embeddable(z.int()),
  author_name: embeddable(z.string()),
  author_email: editOnly(z.string()),
  author_url: embeddable(z.string()),
  author_ip: editOnly(z.string()),
  author_user_agent: editOnly(z.string()),
  date: embeddable(time),
  date_gmt: time,
  content: embeddable(z.strictObject({ rendered: embeddable(fixed(z.string())), raw: editOnly(z.string()) })),
  link: embeddable(fixed(uri)),
  status: z.string(),
  type: embeddable(fixed(z.string())),
  author_avatar_urls: embeddable(fixed(z.strictObject({ '24': picture, '48': picture, '96': picture }))),
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
    ...timeFields('date', comment.createdAt),
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
