import { type PageDocument, readDocument } from '../../../../things/entries/page-document.ts'
import type { PageJson } from '../../rest/page-json.ts'
import { WINDOW_ID } from './page-calls.ts'

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

/** JSON text with sorted keys. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  ) ?? 'null'

/** Two copies of a page with the same text say the same. */
export const textOf = ({ document, title }: Pick<PageCopy, 'document' | 'title'>, page: { title: string }): string =>
  canonicalJson({ document, title: title ?? page.title })

/** Copies that differ from the page, newest first, without duplicates. */
export function copiesToOffer(page: Pick<PageJson, 'document' | 'title'>, copies: readonly PageCopy[]): PageCopy[] {
  const seen = new Set([textOf(page, page)])
  return copies
    .toSorted((a, b) => b.savedAt.getTime() - a.savedAt.getTime())
    .filter((copy) => {
      const text = textOf(copy, page)
      return seen.size < seen.add(text).size
    })
}

export const serverCopy = ({ draft }: Pick<PageJson, 'draft'>): PageCopy | null =>
  draft && {
    place: 'server',
    document: draft.document,
    title: draft.title,
    baseVersion: draft.base_version,
    savedAt: new Date(`${draft.saved_at_gmt}Z`),
  }

type CopyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export type BrowserCopies = ReturnType<typeof browserCopies>

/** Unsaved changes of one page in this browser, one copy per window. Its storage may be full or disabled. */
export function browserCopies(storage: CopyStorage, userId: number, pageId: number) {
  const prefix = `samovar-builder:${userId}:${pageId}:`
  const own = prefix + WINDOW_ID
  const keys = () => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  const read = (key: string): PageCopy | null => {
    const copy = parseCopy(attempt(() => storage.getItem(key)) ?? null)
    return copy && { ...copy, key }
  }
  return {
    /** Those of all windows, also of closed ones. */
    readAll: () => (attempt(keys) ?? []).filter((key) => key.startsWith(prefix)).flatMap((key) => read(key) ?? []),
    /** False if the copy could not be stored. */
    store: (copy: PageCopy) => attempt(() => storage.setItem(own, JSON.stringify(copy)) ?? true) ?? false,
    /** Deletes the copy of this window, or one that was read. */
    forget: (key = own) => attempt(() => storage.removeItem(key)),
    /** Whether this window left changes in this browser, but has crashed. Open windows hold a lock of their name. */
    async isAbandoned(windowId: string): Promise<boolean> {
      if (!read(prefix + windowId)) return false
      const locks = await navigator.locks?.query()
      return locks?.held?.every(({ name }) => name !== windowId) ?? false
    },
  }
}

/** Parses untrusted text from the browser's storage; null if it is not a valid copy. */
export function parseCopy(text: string | null): PageCopy | null {
  const parsed = attempt(() => JSON.parse(text ?? 'null') as Record<string, unknown> | null)
  const document = readDocument(parsed?.document)
  const savedAt = new Date(String(parsed?.savedAt))
  const baseVersion = Number(parsed?.baseVersion)
  if (!document || !Number.isInteger(baseVersion) || Number.isNaN(savedAt.getTime())) return null
  const title = typeof parsed?.title === 'string' ? parsed.title.slice(0, 500) : null
  return { place: 'browser', document, title, baseVersion, savedAt }
}

/** Undefined if it throws. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

const FIRST_RETRY_MS = 4000
const LONGEST_RETRY_MS = 60_000

/** Delay in ms after consecutive failures, doubling up to a minute. */
export const retryDelay = (failures: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1))
