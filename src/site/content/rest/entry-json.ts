import { timeFields } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { escapeHtml } from '../../../platform/web/plain-text.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { entryHref, isDateOpen } from '../../../things/entries/entry.ts'
import { previewHref } from '../../../things/entries/preview-link.ts'
import { storedVideo } from '../../../things/media/video-address.ts'
import type { ContentEntry, PostKind, SignedRevision } from '../content-entries.store.ts'
import { trimExcerpt } from '../excerpt.ts'
import type { WithTexts } from '../expand-text.ts'

type JsonShop = Pick<Platform, 'url' | 'secret' | 'now'> & WithTexts
export type Context = 'view' | 'embed' | 'edit'

const collections = { post: paths.restPosts, page: paths.restPages, project: paths.restProjects }
export const collectionOf = (kind: PostKind): string => collections[kind]
const kindOf = ({ kind }: Pick<ContentEntry, 'kind'>): PostKind =>
  kind === 'page' || kind === 'project' ? kind : 'post'

const text = (rendered: string, raw: string, context: Context) =>
  context === 'edit' ? { rendered, raw } : { rendered }

/** As in `wp/v2`. For editors it adds `version`, which a change may send back, and the fields after it. */
export async function entryJson(entry: ContentEntry, shop: JsonShop, context: Context = 'edit') {
  const kind = kindOf(entry)
  const isEdit = context === 'edit'
  const self = `${shop.url}${collectionOf(kind)}/${entry.id}`
  return {
    id: entry.id,
    ...timeFields('date', entry.publishedAt),
    guid: text(shop.url + hrefs.shortlink(entry.id), shop.url + hrefs.shortlink(entry.id), context),
    ...timeFields('modified', entry.updatedAt),
    slug: entry.slug,
    status: entry.status,
    type: kind,
    link: `${shop.url}${entryHref(entry) ?? '/'}`,
    title: text(escapeHtml(entry.title), entry.title, context),
    content: { ...text(await shop.textOf(entry.content), entry.content, context), protected: false },
    excerpt: {
      ...text(excerptHtml(entry.excerpt || trimExcerpt(entry.content)), entry.excerpt, context),
      protected: false,
    },
    author: entry.authorId ?? 0,
    featured_media: entry.imageId ?? 0,
    comment_status: entry.commentsOpen ? 'open' : 'closed',
    ping_status: 'closed',
    template: '',
    meta: [],
    ...ownJson[kind](entry),
    ...(isEdit
      ? {
          version: entry.version,
          is_date_open: isDateOpen(entry),
          status_before_trash: entry.statusBeforeTrash,
          author_name: entry.authorName ?? '',
          featured_media_url: entry.picture ? hrefs.upload(entry.picture.path) : '',
          preview_link: shop.url + previewHref(shop.secret, entry.id, shop.now()),
          is_built: entry.builderDocument !== null,
        }
      : {}),
    _links: {
      self: [{ href: self }],
      collection: [{ href: shop.url + collectionOf(kind) }],
      'version-history': [{ href: `${self}/revisions` }],
    },
  }
}

const ownJson: Readonly<Record<PostKind, (entry: ContentEntry) => object>> = {
  post: ({ categories, tags }) => ({ sticky: false, format: 'standard', categories, tags }),
  page: ({ parentId, menuOrder }) => ({ parent: parentId ?? 0, menu_order: menuOrder }),
  project: ({ projectCategories, pictures, fields }) => ({
    project_category: projectCategories,
    pictures,
    video: storedVideo(fields),
  }),
}

const excerptHtml = (excerpt: string): string => (excerpt === '' ? '' : `<p>${escapeHtml(excerpt)}</p>\n`)

export type EntryJson = {
  readonly id: number
  readonly date: string
  readonly date_gmt: string
  readonly modified_gmt: string
  readonly slug: string
  readonly status: ContentEntry['status']
  readonly link: string
  readonly title: { readonly rendered: string; readonly raw: string }
  readonly content: { readonly rendered: string; readonly raw: string }
  readonly excerpt: { readonly rendered: string; readonly raw: string }
  readonly featured_media: number
  readonly featured_media_url: string
  readonly comment_status: 'open' | 'closed'
  readonly parent?: number
  readonly menu_order?: number
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly project_category?: readonly number[]
  readonly pictures?: readonly number[]
  readonly video?: string
  readonly version: number
  /** Publishing will set the date. */
  readonly is_date_open: boolean
  readonly status_before_trash: ContentEntry['status'] | null
  readonly author_name: string
  readonly preview_link: string
  /** Made of blocks, which a new `content` replaces. */
  readonly is_built: boolean
}

export function revisionJson(
  revision: SignedRevision,
  parent: Pick<ContentEntry, 'id' | 'slug' | 'kind'>,
  shop: JsonShop,
  context: Context,
) {
  const collection = collectionOf(kindOf(parent))
  return {
    author: revision.authorId ?? 0,
    author_name: revision.authorName ?? '',
    ...timeFields('date', revision.createdAt),
    id: revision.id,
    ...timeFields('modified', revision.createdAt),
    parent: parent.id,
    slug: `${parent.id}-revision-v1`,
    title: text(escapeHtml(revision.title), revision.title, context),
    content: text(revision.content, revision.content, context),
    excerpt: text(excerptHtml(revision.excerpt), revision.excerpt, context),
    fields: revision.fields,
    _links: { parent: [{ href: `${shop.url}${collection}/${parent.id}` }] },
  }
}

export type RevisionJson = ReturnType<typeof revisionJson>
