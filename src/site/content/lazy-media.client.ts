/** Pictures in the size of their container, videos near the viewport (SITE-10; constants from shop.md section 9). */

/** Widths are rounded up to this step in pixels, so that similar windows share a picture. */
const WIDTH_STEP = 5
/** A video loads when a tenth of it is inside the viewport or the 200 px below it. */
const VIDEO_MARGIN = '0px 0px 200px 0px'
const VIDEO_THRESHOLD = 0.1

const widthFor = (element: HTMLElement): number =>
  Math.ceil((element.getBoundingClientRect().width * devicePixelRatio) / WIDTH_STEP) * WIDTH_STEP

/** Requests `{width}x0`: that width, at its natural height. Only ever upgrades. */
function fit(picture: HTMLImageElement): void {
  const width = widthFor(picture)
  const loadedWidth = Number(picture.dataset.resize)
  if (width === 0 || width <= loadedWidth) return
  // A picture that the browser has already loaded at full size is not loaded again.
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
    // Browsers autoplay muted videos only.
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
