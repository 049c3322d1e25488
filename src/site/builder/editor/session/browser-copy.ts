import { readDocument } from '../../../../things/entries/page-document.ts'
import { WINDOW_ID } from './page-calls.ts'
import type { PageCopy } from './page-copies.ts'

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
