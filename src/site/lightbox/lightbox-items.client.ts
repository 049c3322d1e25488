import { placeOf } from '../../platform/web/client/place-of.client.ts'

/** What the lightbox shows for a link (storefront-scripts.md §9). */
export type Item = {
  readonly kind: 'image' | 'video' | 'frame' | 'inline'
  readonly href: string
  /** Alternative text of the linked picture. */
  readonly title: string
  /** The title of the link. */
  readonly description: string
  /** CSS length in px or percent of the viewport. */
  readonly width: string
  readonly height: string
  /** The thumbnail in the link. */
  readonly thumbnail: string
}

const DEFAULT_WIDTH = '500'
const DEFAULT_HEIGHT = '344'

const lightboxLinks = 'a[rel^=prettyPhoto], a[data-rel^=prettyPhoto]'

/** `prettyPhoto`, or `prettyPhoto[set]` for a set. */
const relOf = (link: HTMLAnchorElement): string => (link.rel || link.dataset.rel) ?? ''

/** All links of the same set, or only this one. */
export const setOf = (link: HTMLAnchorElement): HTMLAnchorElement[] =>
  relOf(link).includes('[')
    ? [...document.querySelectorAll<HTMLAnchorElement>(lightboxLinks)].filter(
        (one) => relOf(one) === relOf(link) && (one === link || itemOf(one) !== null),
      )
    : [link]

const players: readonly (readonly [host: RegExp, player: (url: URL) => string])[] = [
  [
    /^www\.youtube(-nocookie)?\.com$/,
    (url) => {
      const video = url.searchParams.get('v')
      return video ? `${url.origin}/embed/${encodeURIComponent(video)}` : url.href
    },
  ],
  [/^player\.vimeo\.com$/, (url) => url.href],
]

/** Null if the lightbox cannot show the URL, such as a page of another site. */
export function itemOf(link: HTMLAnchorElement): Item | null {
  const url = new URL(link.href)
  const kind = kindOf(url)
  if (!kind) return null
  const picture = link.querySelector('img')
  const player = players.find(([host]) => host.test(url.hostname))?.[1]
  return {
    kind,
    href: player?.(url) ?? url.href,
    title: picture?.alt ?? '',
    description: link.title,
    width: lengthOf(url.searchParams.get('width'), DEFAULT_WIDTH, 'vw'),
    height: lengthOf(url.searchParams.get('height'), DEFAULT_HEIGHT, 'vh'),
    thumbnail: picture?.currentSrc ?? '',
  }
}

function kindOf(url: URL): Item['kind'] | null {
  if (url.protocol === 'https:' && players.some(([host]) => host.test(url.hostname))) return 'frame'
  if (url.origin !== location.origin) return null
  const isHere = url.pathname === location.pathname && url.hash.length > 1
  if (isHere) return placeOf(url.hash.slice(1)) ? 'inline' : null
  if (url.searchParams.get('iframe') === 'true') return 'frame'
  if (/\.(?:mp4|webm|ogv|mov)$/i.test(url.pathname)) return 'video'
  return /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(url.pathname) ? 'image' : null
}

/** `640` or `80%`; anything else gives the default. */
function lengthOf(text: string | null, otherwise: string, unit: 'vw' | 'vh'): string {
  const [, number, percent] = /^(\d{1,4})(%?)$/.exec(text ?? '') ?? []
  if (number === undefined) return `${otherwise}px`
  return percent ? `${Math.min(Number(number), 100)}${unit}` : `${number}px`
}
