import { triggerEvent } from './trigger-event.ts'

/** Turns the stacked parts of a product page into tabs (TAB-01 to TAB-05). Without it they stand one below the other. */

/** Which tab is open on load, by the address (TAB-02, TAB-03); undefined: the first. */
export function tabForAddress(url: URL): string | undefined {
  const { hash, href } = url
  if (hash.includes('comment-') || hash === '#reviews' || hash === '#tab-reviews') return 'tab-reviews'
  if (href.includes('comment-page-') || href.includes('cpage=')) return 'tab-reviews'
  return hash === '#tab-additional_information' ? 'tab-additional_information' : undefined
}

export function initTabs(wrapper: HTMLElement): void {
  const list = wrapper.querySelector<HTMLElement>('[role=tablist]')
  const tabs = [...wrapper.querySelectorAll<HTMLAnchorElement>('[role=tab]')]
  if (!list || tabs.length === 0) return
  const panelOf = (tab: HTMLAnchorElement) => document.getElementById(tab.hash.slice(1))

  const open = (chosen: HTMLAnchorElement) => {
    for (const tab of tabs) {
      const isOpen = tab === chosen
      tab.setAttribute('aria-selected', String(isOpen))
      tab.tabIndex = isOpen ? 0 : -1
      tab.parentElement?.classList.toggle('active', isOpen)
      const panel = panelOf(tab)
      if (panel) panel.hidden = !isOpen
    }
    reveal(chosen, list)
  }
  const openById = (id: string | undefined) => {
    const tab = tabs.find((candidate) => candidate.hash === `#${id}`)
    if (tab) open(tab)
    return tab
  }

  list.addEventListener('click', (event) => {
    const tab = (event.target as Element).closest<HTMLAnchorElement>('[role=tab]')
    if (!tab) return
    event.preventDefault()
    open(tab)
  })
  list.addEventListener('keydown', (event) => {
    const [previousKey, nextKey] = isVertical(tabs) ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
    const at = tabs.indexOf(document.activeElement as HTMLAnchorElement)
    const next = { [previousKey ?? '']: at - 1, [nextKey ?? '']: at + 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (at < 0 || next === undefined) return
    event.preventDefault()
    const tab = tabs.at(next % tabs.length)
    if (!tab) return
    open(tab)
    tab.focus()
  })
  // Any link to a part of a tab opens that tab first: the review link, and links in texts (TAB-04).
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href*="#"]')
    if (!link || list.contains(link) || link.pathname !== location.pathname) return
    openById(tabForAddress(new URL(link.href)))
  })

  const setOrientation = () => list.setAttribute('aria-orientation', isVertical(tabs) ? 'vertical' : 'horizontal')
  new ResizeObserver(setOrientation).observe(list)
  /** The place itself may stand in a panel that was closed when the browser looked for it. */
  const openLinkedTab = () => {
    const linkedTab = openById(tabForAddress(new URL(location.href)))
    if (!linkedTab || !location.hash) return linkedTab
    // A review that stands on another page, or is gone: the reviews are still what was asked for.
    const target = document.getElementById(decoded(location.hash.slice(1))) ?? panelOf(linkedTab)
    target?.scrollIntoView()
    return linkedTab
  }
  // From here on the styles show the open panel: what is gone to must not stand in one that they still hide.
  wrapper.dataset.ready = ''
  const requested = wrapper.querySelector('[data-wanted]')
  // A form that came back with mistakes, or that a link asked for, is where somebody goes on.
  if (wrapper.querySelector('[data-has-mistakes]')) openById('tab-reviews')
  else if (requested) {
    openById('tab-reviews')
    requested.scrollIntoView()
  } else if (!openLinkedTab() && tabs[0]) open(tabs[0])
  // Back and forward between such addresses.
  addEventListener('hashchange', openLinkedTab)
  triggerEvent(wrapper, 'init')
}

/** On a small screen the strip is wider than the window. It alone is moved, never the page. */
function reveal(tab: HTMLElement, strip: HTMLElement): void {
  const [seen, box] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (box.left < seen.left) strip.scrollLeft -= seen.left - box.left
  else if (box.right > seen.right) strip.scrollLeft += box.right - seen.right
}

/** Anybody may write anything behind the number sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Seen from how the styles have laid them out (TAB-05). */
const isVertical = ([first, second]: readonly HTMLElement[]): boolean =>
  first !== undefined && second !== undefined && second.offsetTop >= first.offsetTop + first.offsetHeight

if (typeof document !== 'undefined') {
  for (const wrapper of document.querySelectorAll<HTMLElement>('.wc-tabs-wrapper')) initTabs(wrapper)
}
