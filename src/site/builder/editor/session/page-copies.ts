import type { PageDocument } from '../../../../things/entries/page-document.ts'
import type { PageJson } from '../../rest/page-json.ts'

/** Unsaved changes, from the browser's storage or the server. */
export type PageCopy = {
  readonly place: 'browser' | 'server'
  /** Where the browser's storage has it. */
  readonly key?: string
  readonly document: PageDocument
  /** Null: the title of the page. */
  readonly title: string | null
  /** Version of the page that the changes are based on. */
  readonly baseVersion: number
  readonly savedAt: Date
}

/** Deep equality, ignoring the order of keys. */
export const isSameJson = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)

/** JSON text with sorted keys. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  ) ?? 'null'

/** Copies that differ from the page, newest first, without duplicates. */
export function copiesToOffer(page: Pick<PageJson, 'document' | 'title'>, copies: readonly PageCopy[]): PageCopy[] {
  const textOf = ({ document, title }: Pick<PageCopy, 'document' | 'title'>) =>
    canonicalJson({ document, title: title ?? page.title })
  const seen = new Set([textOf(page)])
  return copies
    .toSorted((a, b) => b.savedAt.getTime() - a.savedAt.getTime())
    .filter((copy) => {
      const text = textOf(copy)
      return seen.size < seen.add(text).size
    })
}

/** The caller's draft on the server. */
export const serverCopy = ({ draft }: Pick<PageJson, 'draft'>): PageCopy | null =>
  draft && {
    place: 'server',
    document: draft.document,
    title: draft.title,
    baseVersion: draft.base_version,
    savedAt: new Date(`${draft.saved_at_gmt}Z`),
  }

const FIRST_RETRY_MS = 4000
const LONGEST_RETRY_MS = 60_000

/** Delay in ms after consecutive failures, doubling up to a minute. */
export const retryDelay = (failures: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1))
