/**
 * Pictures of a text in the size of their place, and videos when they come near (SITE-10; the constants are those of
 * shop.md section 9). Marked by `content-media.ts`.
 */

/** Widths are asked for in steps of so many pixels, so that windows of nearly the same width share a picture. */
const WIDTH_STEP = 5
/** A video is fetched when a tenth of it is in the window, or in the 200 px below. */
const VIDEO_MARGIN = '0px 0px 200px 0px'
const VIDEO_THRESHOLD = 0.1

/** The width of a place in device pixels, up to the next step. */
const widthFor = (element: HTMLElement): number =>
  Math.ceil((element.getBoundingClientRect().width * devicePixelRatio) / WIDTH_STEP) * WIDTH_STEP

/** Asks for `{width}x0`: so wide, as high as that makes it. Only ever for more than it has. */
function fit(picture: HTMLImageElement): void {
  const width = widthFor(picture)
  const loadedWidth = Number(picture.dataset.resize)
  if (width === 0 || width <= loadedWidth) return
  // What the browser has fetched whole already is not fetched again in small.
  if (loadedWidth === 0 && picture.complete && picture.naturalWidth > 0) return
  picture.dataset.resize = String(width)
  const url = new URL(picture.src)
  url.searchParams.set('size', `${width}x0`)
  picture.src = url.href
}

function load(video: HTMLVideoElement | HTMLIFrameElement): void {
  const { src = '', autoplay } = video.dataset
  delete video.dataset.src
  if (autoplay === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    video.src = src
    return
  }
  const url = new URL(src, location.href)
  url.searchParams.set('autoplay', '1')
  url.searchParams.set('playsinline', '1')
  if (video instanceof HTMLVideoElement) {
    // Browsers play by themselves only what makes no sound.
    Object.assign(video, { muted: true, playsInline: true, autoplay: true })
  }
  video.src = url.href
}

const pictures = document.querySelectorAll<HTMLImageElement>('.entry-content img[data-resize]')
for (const picture of pictures) fit(picture)
if (pictures.length > 0) {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) fit(target as HTMLImageElement)
  })
  for (const picture of pictures) sizes.observe(picture)
}

const videos = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      videos.unobserve(target)
      load(target as HTMLVideoElement)
    }
  },
  { rootMargin: VIDEO_MARGIN, threshold: VIDEO_THRESHOLD },
)
for (const video of document.querySelectorAll('.entry-content :is(video, iframe)[data-src]')) videos.observe(video)

export {}
