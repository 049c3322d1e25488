import { hrefs, paths } from '../../platform/web/routes.ts'
import type { EntryKind, EntryStatus, entries } from './entries.table.ts'
import type { PageDocument } from './page-document.ts'

/** Kinds that `saveEntry` writes. Of products it writes the page document alone. */
export type ContentKind = Extract<EntryKind, 'post' | 'page' | 'project' | 'template' | 'form' | 'product'>

export type Entry = typeof entries.$inferSelect

/**
 * What to change of an entry; omitted fields stay. `version` is the one that was edited: if another save came between,
 * the change is refused.
 */
export type EntryChange = {
  readonly kind: ContentKind
  /** Omitted for a new entry. */
  readonly id?: number | undefined
  readonly version?: number | undefined
  readonly title?: string | undefined
  /** Empty: from the title. */
  readonly slug?: string | undefined
  readonly status?: EntryStatus | undefined
  /** Null: the moment of publishing. */
  readonly publishedAt?: Date | null | undefined
  readonly authorId?: number | null | undefined
  /** Plain text. */
  readonly excerpt?: string | undefined
  /** HTML, sanitized here. */
  readonly content?: string | undefined
  readonly fields?: unknown
  /** A page document, cleaned; null for a text alone. */
  readonly builderDocument?: PageDocument | null | undefined
  readonly imageId?: number | null | undefined
  readonly commentsOpen?: boolean | undefined
  readonly parentId?: number | null | undefined
  readonly menuOrder?: number | undefined
}

/** Whether anybody can open it. */
export const isPublic = (entry: Pick<Entry, 'status'> | null): boolean => entry?.status === 'publish'

/** WordPress's rule: what is published with a date to come is scheduled, what is scheduled for the past is published. */
export function statusAt(status: EntryStatus, publishedAt: Date, now: Date): EntryStatus {
  if (status !== 'publish' && status !== 'future') return status
  return publishedAt > now ? 'future' : 'publish'
}

/** Whether the date of a draft is not chosen yet, so that publishing sets it. */
export const isDateOpen = (entry: Pick<Entry, 'publishedAt' | 'createdAt' | 'wasPublished'>): boolean =>
  !entry.wasPublished && entry.publishedAt.getTime() === entry.createdAt.getTime()

const TRASHED = '__trashed'

/** The slug in the trash leaves the real one to others. */
export const trashedSlug = (slug: string): string => `${slug}${TRASHED}`
/** The real slug of one in the trash. */
export const untrashedSlug = (slug: string): string => slug.replace(/__trashed(-\d+)?$/, '')

/** First segments of the shop's own addresses, which a page cannot have. */
const ownSegments = new Set(Object.values(paths).flatMap((path) => /^\/([\w-]+)/.exec(path)?.[1] ?? []))
/** Segments that mean something below a post or product. */
const subSegments = /^(?:feed|page|comment-page-\d+|embed)$/

/** Whether an entry with this slug could never be reached. */
export const isReservedSlug = (kind: EntryKind, slug: string): boolean =>
  subSegments.test(slug) || (kind === 'page' && ownSegments.has(slug))

/** Cached pages that show an entry of this kind: its own, lists, feeds, sitemaps. */
export function entryTags({ kind, id, slug }: Pick<Entry, 'kind' | 'id' | 'slug'>): string[] {
  if (kind === 'template') return [templateTag(slug)]
  if (kind === 'form') return [FORMS_TAG]
  if (kind === 'product') return [`product:${id}`]
  return [listTags[kind] ?? 'pages', `entry:${id}`]
}
/** The page tag of pages with a contact form in their text. */
export const FORMS_TAG = 'forms'
const listTags: Partial<Record<EntryKind, string>> = { post: 'posts', project: 'projects' }
export const templateTag = (slug: string): string => `template:${slug}`

/** WordPress's name of the home page's template. */
export const HOME_TEMPLATE = 'front-page'

/** Public address; null for a kind without one. */
export function entryHref({ kind, slug }: Pick<Entry, 'kind' | 'slug'>): string | null {
  return publicHrefs[kind]?.(slug) ?? null
}
const publicHrefs: Partial<Record<EntryKind, (slug: string) => string | null>> = {
  post: hrefs.post,
  page: hrefs.page,
  project: hrefs.project,
  product: (slug) => hrefs.product(slug),
  template: (slug) => (slug === HOME_TEMPLATE ? paths.home : null),
}
