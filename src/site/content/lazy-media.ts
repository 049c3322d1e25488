/**
 * Marks pictures of the shop for the script, and delays videos (shop.md section 9). Without JavaScript, pictures use
 * native lazy loading, and videos are in a `noscript`.
 */
export const withLazyMedia = (html: string): string =>
  html
    .replace(/<img\b([^>]*)>/gi, (_, attributes: string) => lazyPicture(attributes.replace(/\/$/, '').trimEnd()))
    .replace(
      /<(video|iframe)\b([^>]*)>([\s\S]*?)<\/\1>/gi,
      (element, name: string, attributes: string, inner: string) =>
        lazyVideo(element, name.toLowerCase(), attributes, inner),
    )

/** Tables and code that are wider than the text scroll in their place (SITE-13), and can be reached by keyboard for it. */
export const withScrollableTables = (html: string): string =>
  html
    .replace(/<table\b/gi, '<div class="table-scroller" role="group" aria-label="Table" tabindex="0"><table')
    .replace(/<\/table>/gi, '</table></div>')
    .replace(/<pre\b/gi, '<pre tabindex="0"')

const videoHosts = ['https://www.youtube.com', 'https://www.youtube-nocookie.com', 'https://player.vimeo.com']

/** Origins of these video URLs, for the Content-Security-Policy of a page that embeds them. */
export const videoOriginsOf = (addresses: readonly string[]): string[] =>
  videoHosts.filter((host) => addresses.some((address) => address.toLowerCase().startsWith(`${host}/`)))

/** Frames, and lightbox links that open a frame. */
const framed = /<(?:iframe\b[^>]*\s(?:data-)?src|a\b(?=[^>]*\srel="prettyPhoto)[^>]*\shref)="([^"]+)"/g

export const videoOriginsIn = (html: string): string[] =>
  videoOriginsOf(Array.from(html.matchAll(framed), ([, address = '']) => address))

const valueOf = (attributes: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*'|[^\\s"'>]+)`, 'i').exec(attributes)?.[1]?.replace(/^["']|["']$/g, '')

const has = (attributes: string, name: string): boolean => new RegExp(`\\s${name}(?=[\\s=]|$)`, 'i').test(attributes)

const without = (attributes: string, ...names: readonly string[]): string =>
  names.reduce(
    (remaining, name) =>
      remaining.replace(new RegExp(`\\s${name}(?:\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'>]+))?(?=\\s|$)`, 'gi'), ''),
    attributes,
  )

function lazyPicture(attributes: string): string {
  const isOurs = /^\/wp-content\/uploads\/[^?]+$/.test(valueOf(attributes, 'src') ?? '')
  const isAuto =
    valueOf(attributes, 'width') === 'auto' || /(^|;)\s*width\s*:\s*auto/i.test(valueOf(attributes, 'style') ?? '')
  // Placed before `src`, because browsers start loading when they reach it.
  const lazyAttributes = ' loading="lazy" decoding="async"'
  return `<img${isOurs && !isAuto ? ' data-resize' : ''}${lazyAttributes}${without(attributes, 'loading', 'decoding')}>`
}

function lazyVideo(element: string, name: string, attributes: string, inner: string): string {
  const src = valueOf(attributes, 'src')
  if (src === undefined) return element
  const hasAutoplay = has(attributes, 'autoplay') || has(attributes, 'data-autoplay')
  const otherAttributes = without(attributes, 'src', 'autoplay', 'data-autoplay', 'preload', 'loading')
  const lazyTag = `<${name} data-src="${src}"${hasAutoplay ? ' data-autoplay' : ''}${otherAttributes}>${inner}</${name}>`
  return `${lazyTag}<noscript><${name} src="${src}"${otherAttributes}>${inner}</${name}></noscript>`
}
