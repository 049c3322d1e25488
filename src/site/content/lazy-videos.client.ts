/** Videos of texts load near the viewport (SITE-10; constants from shop.md section 9). */

/** A video loads when a tenth of it is inside the viewport or the 200 px below it. */
const VIDEO_MARGIN = '0px 0px 200px 0px'
const VIDEO_THRESHOLD = 0.1

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
