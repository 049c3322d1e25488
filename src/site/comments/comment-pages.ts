import type { ThreadOrder } from './threads.store.ts'

/** Threads per page and their order (BLOG-05, REV-01). */
export const threadPaging = {
  product: { size: 10, order: 'newest' },
  post: { size: 20, order: 'oldest' },
} as const satisfies Record<string, { size: number; order: ThreadOrder }>

/** Page number from the query's `cpage`; 1 if missing. */
export const parseQueryPage = (text: string | undefined): number =>
  text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1

/** Page number from a path's `comment-page-12`; 0 if invalid. */
export const parsePathPage = (part: string): number => {
  const page = Number(/^comment-page-(\d{1,6})$/.exec(part)?.[1] ?? 0)
  return Number.isSafeInteger(page) ? page : 0
}
