import { smoothScroll } from '../../platform/web/client/motion.client.ts'

const SCROLL_MS = 400
/** Above a heading while the admin bar is shown, in px. */
const ADMIN_BAR_OFFSET = 30
const THIRTY_DAYS = 30 * 24 * 60 * 60
const COOKIE = 'tocplus_hidetoc'

const root = document.documentElement

/** Where headings come to stand below the top of the window, in px. */
function lineOf(): number {
  const style = getComputedStyle(root)
  const bar = Number.parseFloat(style.getPropertyValue('--admin-bar-height')) || 0
  const offset = document.body.classList.contains('admin-bar') ? ADMIN_BAR_OFFSET : 0
  return (Number.parseFloat(style.scrollPaddingTop) || 0) - bar + offset
}

/** Show and hide, remembered for 30 days (BLOG-03). */
function rememberToggle(box: HTMLDetailsElement): void {
  const remember = () => {
    box.classList.toggle('contracted', !box.open)
    document.cookie = `${COOKIE}=1; path=/; max-age=${box.open ? 0 : THIRTY_DAYS}; samesite=lax`
  }
  // What was hidden on an earlier page is still open in the markup. Who has pressed before this script wants to see it.
  if (root.classList.contains('toc-hidden')) {
    box.open = !box.open
    box.classList.toggle('contracted', !box.open)
    root.classList.remove('toc-hidden')
    if (box.open) remember()
  }
  let wasOpen = box.open
  box.addEventListener('toggle', () => {
    if (box.open !== wasOpen) remember()
    wasOpen = box.open
  })
}

/** Links to places of this page scroll there in 400 ms and focus the place. */
function scrollFromLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = (event.target as Element).closest<HTMLAnchorElement>('#toc_container a, .entry-content a[href^="#"]')
  const id = link && decodeURIComponent(link.hash.slice(1))
  const place = id ? document.getElementById(id) : null
  if (!link || !place || link.rel.startsWith('prettyPhoto')) return
  event.preventDefault()
  history.pushState(null, '', link.hash)
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
  smoothScroll(() => place.getBoundingClientRect().top + scrollY - lineOf(), SCROLL_MS)
}

/** Marks the link to the heading that is being read. */
function markCurrent(box: HTMLElement): void {
  const links = [...box.querySelectorAll<HTMLAnchorElement>('.toc_list a')]
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  let isAsked = false
  const mark = () => {
    isAsked = false
    const line = lineOf() + 8
    const current = headings.findLastIndex((heading) => heading && heading.getBoundingClientRect().top <= line)
    for (const [index, link] of links.entries()) {
      if (index === current) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
    }
  }
  const ask = () => {
    if (!isAsked) requestAnimationFrame(mark)
    isAsked = true
  }
  addEventListener('scroll', ask, { passive: true })
  mark()
}

const contents = document.getElementById('toc_container') as HTMLDetailsElement | null
if (contents) {
  rememberToggle(contents)
  markCurrent(contents)
  document.addEventListener('click', scrollFromLinks)
}
