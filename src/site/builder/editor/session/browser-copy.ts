import { readDocument } from '../../../../things/entries/page-document.ts'
import type { PageCopy } from './page-copies.ts'

export type BrowserCopy = ReturnType<typeof browserCopy>

/** Unsaved changes of one page in this browser. Its storage may be full or disabled. */
export function browserCopy(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  userId: number,
  pageId: number,
) {
  const key = `samovar-builder:${userId}:${pageId}`
  return {
    read: () => parseCopy(attempt(() => storage.getItem(key)) ?? null),
    /** False if the copy could not be stored. */
    store: (copy: PageCopy) => attempt(() => storage.setItem(key, JSON.stringify(copy)) ?? true) ?? false,
    forget: () => attempt(() => storage.removeItem(key)),
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
