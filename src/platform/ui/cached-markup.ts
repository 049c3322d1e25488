import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const MAX_CHARACTERS = 16 * 1024 * 1024

const markups = new LRUCache<string, string>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (markup, key) => markup.length + key.length,
})

/**
 * Cached markup of a component that looks the same on many pages. The key consists of a name and everything that the
 * markup depends on, so entries are never outdated. The component must not use the page's React contexts, nor load
 * pictures eagerly, because React adds preload hints for those to the head.
 */
export function cachedMarkup(key: string, render: () => ReactElement): string {
  const cached = markups.get(key)
  if (cached !== undefined) return cached
  const markup = renderToStaticMarkup(render())
  // The cache measures entries by length, which must not be 0.
  if (markup !== '') markups.set(key, markup)
  return markup
}
