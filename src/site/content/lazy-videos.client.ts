/** Loads videos near the viewport (SITE-10; constants from shop.md section 9). */

/** Loads a video once a tenth of it is inside the viewport, extended by 200 px below. */
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
    // Browsers autoplay only muted videos.
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
