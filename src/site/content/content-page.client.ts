import { onFirstInteraction } from '../../platform/web/client/first-interaction.client.ts'

/** Scales pictures and titles to their width, opens links in the lightbox, and loads other scripts when needed. */

/**
 * Widths in pixels are rounded up to this step, so that similar windows share an image (SITE-10; shop.md section 9).
 */
const WIDTH_STEP = 5

/** Higher titles become compact (BLOG-01; heights in pixels from shop.md section 4). */
const MAX_HEIGHT = 80
const MAX_HEIGHT_IN_LISTS = 76

const widthFor = (element: HTMLElement): number =>
  Math.ceil((element.getBoundingClientRect().width * devicePixelRatio) / WIDTH_STEP) * WIDTH_STEP

/** Requests `{width}x0`, which keeps the aspect ratio. Never requests a smaller image. */
function fitPicture(picture: HTMLImageElement): void {
  const width = widthFor(picture)
  const loadedWidth = Number(picture.dataset.resize)
  if (width === 0 || width <= loadedWidth) return
  // Skips an image that the browser has already loaded at full size.
  if (loadedWidth === 0 && picture.complete && picture.naturalWidth > 0) return
  picture.dataset.resize = String(width)
  const url = new URL(picture.src)
  url.searchParams.set('size', `${width}x0`)
  picture.src = url.href
}

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) fitPicture(target as HTMLImageElement)
})
for (const picture of document.querySelectorAll<HTMLImageElement>('.entry-content img[data-resize]')) {
  fitPicture(picture)
  sizes.observe(picture)
}

if (document.querySelector('.entry-content [data-src]')) void import('./lazy-videos.client.ts')

const titles = [...document.querySelectorAll<HTMLElement>(':is(.hfeed, .single-post) .entry-title')]

/** A compact title keeps its original height, so that nothing below it shifts. */
function fitTitles(): void {
  for (const title of titles) {
    title.classList.remove('compact')
    title.style.minHeight = ''
  }
  const heights = titles.map((title) => title.getBoundingClientRect().height)
  for (const [index, title] of titles.entries()) {
    const height = heights[index] ?? 0
    if (height <= (title.localName === 'h1' ? MAX_HEIGHT : MAX_HEIGHT_IN_LISTS)) continue
    title.classList.add('compact')
    title.style.minHeight = `${height}px`
  }
}

void document.fonts.ready.then(() => {
  fitTitles()
  addEventListener('resize', fitTitles)
})

/** The first click loads the lightbox. A URL that it cannot show is opened as a link. */
document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[rel^=prettyPhoto], a[data-rel^=prettyPhoto]')
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const follow = () => location.assign(link.href)
  void import('../lightbox/lightbox.client.ts').then(({ openLightbox }) => openLightbox(link) || follow(), follow)
})

if (document.querySelector('[data-feature]')) void import('../features/features.client.ts')
if (document.querySelector('.toc-hidden #toc_container')) void import('./contents.client.ts')
else if (document.querySelector('#toc_container')) onFirstInteraction(() => void import('./contents.client.ts'))
if (document.querySelector('.comment-reply-link'))
  onFirstInteraction(() => void import('../comments/comment-reply.client.ts'))
