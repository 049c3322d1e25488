import { isDeepStrictEqual } from 'node:util'

/** In-memory data for every page, loaded at start and again when one of its cache tags is invalidated. */
export async function openLive<T>(
  read: () => Promise<T>,
  isConcerned: (tags: ReadonlySet<string>, current: T) => boolean,
) {
  let current = await read()
  return {
    current: (): T => current,
    /** Reloads if one of the tags matches; returns whether the value has changed. Calls are serialized. */
    async refresh(tags: ReadonlySet<string>): Promise<boolean> {
      if (!isConcerned(tags, current)) return false
      const before = current
      current = await read()
      return !isDeepStrictEqual(before, current)
    },
  }
}
