import { placeOf } from '../../platform/web/client/place-of.client.ts'

/** What a link opens in the lightbox, by its address (storefront-scripts.md §9). */
export type Item = {
  readonly kind: 'image' | 'video' | 'frame' | 'inline'
  readonly href: string
  /** The alternative text of the linked picture. */
  readonly title: string
  /** The title of the link. */
  readonly description: string
  /** As CSS: px, or percent of the window. */
  readonly width: string
  readonly height: string
  /** The small picture in the link, for the row of thumbnails. */
  readonly thumbnail: string
}

const DEFAULT_WIDTH = '500'
const DEFAULT_HEIGHT = '344'

const lightboxLinks = 'a[rel^=prettyPhoto], a[data-rel^=prettyPhoto]'

/** `prettyPhoto`, or with the name of a set `prettyPhoto[name]`. */
const relOf = (link: HTMLAnchorElement): string => (link.rel || link.dataset.rel) ?? ''

/** The links that are shown with this one: those of its set, or it alone. */
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

/** Null for an address that the lightbox does not open, such as a page of another site: the link is followed. */
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

/** `640` or `80%`; anything else is the default. */
function lengthOf(text: string | null, otherwise: string, unit: 'vw' | 'vh'): string {
  const [, number, percent] = /^(\d{1,4})(%?)$/.exec(text ?? '') ?? []
  if (number === undefined) return `${otherwise}px`
  return percent ? `${Math.min(Number(number), 100)}${unit}` : `${number}px`
}
