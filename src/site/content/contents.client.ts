/** Table of contents: remembers its state, scrolls smoothly, and marks the current heading (BLOG-03). */
import { smoothScroll } from '../../platform/web/client/motion.client.ts'
import { placeOf } from '../../platform/web/client/place-of.client.ts'

const SCROLL_MS = 400
const ADMIN_BAR_OFFSET = 30
/** Cookie lifetime in seconds: 30 days. */
const HIDDEN_FOR = 30 * 24 * 60 * 60

function initContents(box: HTMLDetailsElement): void {
  // Before the first paint, a class hides the list. From here on, the `open` state does.
  const root = document.documentElement
  if (root.classList.contains('toc-hidden')) box.open = false
  root.classList.remove('toc-hidden')
  rememberState(box)
  box.addEventListener('toggle', () => rememberState(box))
  document.addEventListener('click', followLink)
  markCurrent(box)
}

function rememberState(box: HTMLDetailsElement): void {
  const isHidden = !box.open
  box.classList.toggle('contracted', isHidden)
  // Only changes set the cookie, so that page views do not extend the 30 days.
  if (isHidden === document.cookie.includes('tocplus_hidetoc=1')) return
  document.cookie = `tocplus_hidetoc=${isHidden ? 1 : ''}; path=/; max-age=${isHidden ? HIDDEN_FOR : 0}; samesite=lax`
}

/** Other pages, empty targets and new tabs are left to the browser. */
function followLink(event: MouseEvent): void {
  const { target } = event
  if (!(target instanceof Element) || event.defaultPrevented || event.button !== 0) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const link = target.closest<HTMLAnchorElement>(':is(#toc_container, .entry-content) a[href*="#"]')
  if (
    !link ||
    link.rel.startsWith('prettyPhoto') ||
    (link.target !== '' && link.target !== '_self') ||
    link.hasAttribute('download')
  )
    return
  if (link.origin + link.pathname + link.search !== location.origin + location.pathname + location.search) return
  const place = placeOf(link.hash.slice(1))
  if (!place) return
  event.preventDefault()
  place.closest('details:not([open])')?.setAttribute('open', '')
  if (location.hash !== link.hash) history.pushState(null, '', link.hash)
  smoothScroll(() => scrollY + place.getBoundingClientRect().top - headroom(), SCROLL_MS)
  // Moves the focus, so that Tab continues from the heading, as after a native jump.
  place.focus({ preventScroll: true })
  if (document.activeElement === place) return
  place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/** Space above a heading in pixels: the browser's scroll padding; with the admin bar, 30 px instead of its height. */
function headroom(): number {
  const root = getComputedStyle(document.documentElement)
  const padding = Number.parseFloat(root.scrollPaddingTop) || 0
  if (!document.body.classList.contains('admin-bar')) return padding
  const bar = Number.parseFloat(root.getPropertyValue('--admin-bar-height')) || 0
  return padding - bar + ADMIN_BAR_OFFSET
}

/** The current heading is the last one that has passed the upper third of the viewport. */
function markCurrent(box: HTMLElement): void {
  const links = new Map<Element, HTMLAnchorElement>()
  for (const link of box.querySelectorAll<HTMLAnchorElement>('.toc_list a')) {
    const heading = placeOf(link.hash.slice(1))
    if (heading) links.set(heading, link)
  }
  const passed = new Set<Element>()
  // The large margin counts everything above as visible, so that fast scrolling skips no heading.
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) passed[isIntersecting ? 'add' : 'delete'](target)
      const current = [...links.keys()].findLast((heading) => passed.has(heading))
      for (const [heading, link] of links) {
        if (heading === current) link.setAttribute('aria-current', 'location')
        else link.removeAttribute('aria-current')
      }
    },
    { rootMargin: '999999px 0px -67% 0px' },
  )
  for (const heading of links.keys()) observer.observe(heading)
}

const box = document.querySelector<HTMLDetailsElement>('#toc_container')
if (box) initContents(box)
