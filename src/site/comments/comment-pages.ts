import type { ThreadOrder } from './threads.store.ts'

/** How many threads stand on a page, and which come first (BLOG-05, REV-01). */
export const threadPaging = {
  product: { size: 10, order: 'newest' },
  post: { size: 20, order: 'oldest' },
} as const satisfies Record<string, { size: number; order: ThreadOrder }>

/** The page that a query's `cpage` asks for; the first when it names none. */
export const parseQueryPage = (text: string | undefined): number =>
  text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1

/** The page in a path's `comment-page-12`; 0 names none. */
export const parsePathPage = (part: string): number => {
  const page = Number(/^comment-page-(\d{1,6})$/.exec(part)?.[1] ?? 0)
  return Number.isSafeInteger(page) ? page : 0
}
