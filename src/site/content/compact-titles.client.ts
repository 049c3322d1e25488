/** Titles of posts that are too tall get a compact style (BLOG-01; heights in pixels from shop.md section 4). */

const MAX_HEIGHT = 80
const MAX_HEIGHT_IN_LISTS = 76

const titles = document.querySelectorAll<HTMLElement>(':is(.hfeed, .single-post) .entry-title')

/** At first a title keeps its height, so that nothing below it moves while it is read. */
function measure(isFirst: boolean): void {
  for (const title of titles) {
    title.classList.remove('compact')
    title.style.minHeight = ''
  }
  const heights = [...titles].map((title) => title.getBoundingClientRect().height)
  for (const [index, title] of titles.entries()) {
    const height = heights[index] ?? 0
    if (height <= (title.closest('.post-row') ? MAX_HEIGHT_IN_LISTS : MAX_HEIGHT)) continue
    title.classList.add('compact')
    if (isFirst) title.style.minHeight = `${height}px`
  }
}

void document.fonts.ready.then(() => {
  let width = innerWidth
  measure(true)
  addEventListener('resize', () => {
    if (innerWidth === width) return
    width = innerWidth
    measure(false)
  })
})

export {}
