import type { PageDocument } from '../../../../things/entries/page-document.ts'
import type { PageJson } from '../../rest/page-json.ts'

/** What was written and not saved, as the browser or the server has it. */
export type PageCopy = {
  readonly place: 'browser' | 'server'
  readonly document: PageDocument
  /** Null: as the page has it. */
  readonly title: string | null
  /** The version of the page that was edited. */
  readonly baseVersion: number
  readonly savedAt: Date
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export const isSameJson = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)

/** JSON text with sorted keys. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  ) ?? 'null'

/** The copies that say something else than the page, newest first; one of two that say the same. */
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

/** The draft that the server has of the caller. */
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

/** How long to wait after so many failures in a row; the first one is tried again as soon as a change would be stored. */
export const retryDelay = (failures: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1))
