import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const MAX_CHARACTERS = 16 * 1024 * 1024

const markups = new LRUCache<string, string>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (markup, key) => markup.length + key.length,
})

/**
 * Markup of a part of pages that looks the same on many of them. The key is made of everything that the part shows and
 * of a word for the part itself, so an entry is never outdated. React contexts of the page do not reach into it, and no
 * picture in it may load eagerly: React announces those in the head of the page.
 */
export function cachedMarkup(key: string, render: () => ReactElement): string {
  const cached = markups.get(key)
  if (cached !== undefined) return cached
  const markup = renderToStaticMarkup(render())
  // An empty text has no size that could be counted.
  if (markup !== '') markups.set(key, markup)
  return markup
}
