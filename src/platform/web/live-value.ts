import { isDeepStrictEqual } from 'node:util'

/** What every page needs, in memory: read at start, and again after a change of pages with certain tags. */
export async function openLive<T>(
  read: () => Promise<T>,
  isConcerned: (tags: ReadonlySet<string>, current: T) => boolean,
) {
  let current = await read()
  return {
    current: (): T => current,
    /** After a change of pages with these tags; whether it has changed. One call after the other. */
    async refresh(tags: ReadonlySet<string>): Promise<boolean> {
      if (!isConcerned(tags, current)) return false
      const before = current
      current = await read()
      return !isDeepStrictEqual(before, current)
    },
  }
}
