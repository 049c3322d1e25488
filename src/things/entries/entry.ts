import { hrefs, paths } from '../../platform/web/routes.ts'
import type { EntryKind, EntryStatus, entries } from './entries.table.ts'
import type { PageDocument } from './page-document.ts'

/** Kinds that `saveEntry` writes. For products it writes only the page document. */
export type ContentKind = Extract<EntryKind, 'post' | 'page' | 'project' | 'template' | 'form' | 'product'>

export type Entry = typeof entries.$inferSelect

/**
 * The changes of a save; omitted fields stay. `version` is the edited one: the save is refused if the entry has a newer
 * one.
 */
export type EntryChange = {
  readonly kind: ContentKind
  /** Omitted for a new entry. */
  readonly id?: number | undefined
  readonly version?: number | undefined
  readonly title?: string | undefined
  /** Empty: derived from the title. */
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
  /** A sanitized page document; null for plain content. */
  readonly builderDocument?: PageDocument | null | undefined
  readonly imageId?: number | null | undefined
  readonly commentsOpen?: boolean | undefined
  readonly parentId?: number | null | undefined
  readonly menuOrder?: number | undefined
}

export const isPublic = (entry: Pick<Entry, 'status'> | null): boolean => entry?.status === 'publish'

/** As in WordPress, publishing with a future date schedules, and scheduling in the past publishes. */
export function statusAt(status: EntryStatus, publishedAt: Date, now: Date): EntryStatus {
  if (status !== 'publish' && status !== 'future') return status
  return publishedAt > now ? 'future' : 'publish'
}

/** Whether a draft has no chosen date yet, so that publishing sets it. */
export const isDateOpen = (entry: Pick<Entry, 'publishedAt' | 'createdAt' | 'wasPublished'>): boolean =>
  !entry.wasPublished && entry.publishedAt.getTime() === entry.createdAt.getTime()

const TRASHED = '__trashed'

/** The slug of a trashed entry, which frees the original one. */
export const trashedSlug = (slug: string): string => `${slug}${TRASHED}`
/** The original slug of a trashed entry. */
export const untrashedSlug = (slug: string): string => slug.replace(/__trashed(-\d+)?$/, '')

/** First segments of the shop's built-in URLs, which pages cannot use. */
const ownSegments = new Set(Object.values(paths).flatMap((path) => /^\/([\w-]+)/.exec(path)?.[1] ?? []))
/** Segments with a meaning below a post or product. */
const subSegments = /^(?:feed|page|comment-page-\d+|embed)$/

/** Whether an entry with this slug would be unreachable. */
export const isReservedSlug = (kind: EntryKind, slug: string): boolean =>
  subSegments.test(slug) || (kind === 'page' && ownSegments.has(slug))

/** Tags of cached pages that show the entry: its own, lists, feeds, sitemaps. */
export function entryTags({ kind, id, slug }: Pick<Entry, 'kind' | 'id' | 'slug'>): string[] {
  if (kind === 'template') return [templateTag(slug)]
  if (kind === 'form') return [FORMS_TAG]
  if (kind === 'product') return [`product:${id}`]
  return [listTags[kind] ?? 'pages', `entry:${id}`]
}
/** Tag of cached pages with a contact form in their text. */
export const FORMS_TAG = 'forms'
const listTags: Partial<Record<EntryKind, string>> = { post: 'posts', project: 'projects' }
export const templateTag = (slug: string): string => `template:${slug}`

/** WordPress's template name for the home page. */
export const HOME_TEMPLATE = 'front-page'

/** Public URL; null for kinds without one. */
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
