import { readDocument } from '../../../../things/entries/page-document.ts'
import type { PageCopy } from './page-copies.ts'

export type BrowserCopy = ReturnType<typeof browserCopy>

/** What is not saved of one page, in this browser. Its storage may be full, or not allowed at all. */
export function browserCopy(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  userId: number,
  pageId: number,
) {
  const key = `samovar-builder:${userId}:${pageId}`
  return {
    read: () => parseCopy(attempt(() => storage.getItem(key)) ?? null),
    /** Whether there was room. */
    store: (copy: PageCopy) => attempt(() => storage.setItem(key, JSON.stringify(copy)) ?? true) ?? false,
    forget: () => attempt(() => storage.removeItem(key)),
  }
}

/** The copy in a text of the browser's storage, which anybody with the browser can write; null if it is none. */
export function parseCopy(text: string | null): PageCopy | null {
  const given = attempt(() => JSON.parse(text ?? 'null') as Record<string, unknown> | null)
  const document = readDocument(given?.document)
  const savedAt = new Date(String(given?.savedAt))
  const baseVersion = Number(given?.baseVersion)
  if (!document || !Number.isInteger(baseVersion) || Number.isNaN(savedAt.getTime())) return null
  const title = typeof given?.title === 'string' ? given.title.slice(0, 500) : null
  return { place: 'browser', document, title, baseVersion, savedAt }
}

/** Undefined if the browser refuses. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
