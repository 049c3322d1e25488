import { triggerEvent } from './trigger-event.ts'

/** The tab of a product page that a URL opens (TAB-02, TAB-03); undefined for the first. */
export function tabForAddress(url: URL): string | undefined {
  const { hash, href } = url
  if (hash.includes('comment-') || hash === '#reviews' || hash === '#tab-reviews') return 'tab-reviews'
  if (href.includes('comment-page-') || href.includes('cpage=')) return 'tab-reviews'
  return hash === '#tab-additional_information' ? 'tab-additional_information' : undefined
}

/** Turns sections into tabs (TAB-01 to TAB-05). `panelFor`: the id of the panel that a URL of the page opens. */
export function initTabs(wrapper: HTMLElement, panelFor: (url: URL) => string | undefined): void {
  const list = wrapper.querySelector<HTMLElement>('[role=tablist]')
  // A panel may have tabs of its own.
  const tabs = [...(list?.querySelectorAll<HTMLAnchorElement>('[role=tab]') ?? [])]
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
  const openClicked = ({ target }: MouseEvent) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href*="#"]')
    if (link && !list.contains(link) && link.pathname === location.pathname) openById(panelFor(new URL(link.href)))
  }
  // Links into a tab open it first (TAB-04), in the capture phase: before scripts that scroll to the target.
  document.addEventListener('click', openClicked, true)

  const setOrientation = () => list.setAttribute('aria-orientation', isVertical(tabs) ? 'vertical' : 'horizontal')
  new ResizeObserver(setOrientation).observe(list)
  /** The target may be in a panel that was hidden when the browser looked for it. */
  const openLinkedTab = () => {
    const linkedTab = openById(panelFor(new URL(location.href)))
    if (!linkedTab || !location.hash) return linkedTab
    // A review on another page, or deleted: the reviews tab opens anyway.
    const target = document.getElementById(decoded(location.hash.slice(1))) ?? panelOf(linkedTab)
    target?.scrollIntoView()
    return linkedTab
  }
  // From here on the styles show the open panel; set before scrolling, because the target must be visible.
  wrapper.dataset.ready = ''
  const requested = wrapper.querySelector('[data-wanted]')
  // A form with errors, or one requested by a link, is scrolled to.
  if (wrapper.querySelector('[data-has-mistakes]')) openById('tab-reviews')
  else if (requested) {
    openById('tab-reviews')
    requested.scrollIntoView()
  } else if (!openLinkedTab() && tabs[0]) open(tabs[0])
  // Handles back and forward between URLs of tabs.
  addEventListener('hashchange', openLinkedTab)
  triggerEvent(wrapper, 'init')
}

/** On small screens the tab strip scrolls. Only the strip is scrolled, never the page. */
function reveal(tab: HTMLElement, strip: HTMLElement): void {
  const [visible, box] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (box.left < visible.left) strip.scrollLeft -= visible.left - box.left
  else if (box.right > visible.right) strip.scrollLeft += box.right - visible.right
}

/** The hash is untrusted input. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Orientation as laid out by the styles (TAB-05). */
const isVertical = ([first, second]: readonly HTMLElement[]): boolean =>
  first !== undefined && second !== undefined && second.offsetTop >= first.offsetTop + first.offsetHeight

if (typeof document !== 'undefined') {
  for (const wrapper of document.querySelectorAll<HTMLElement>('.wc-tabs-wrapper')) initTabs(wrapper, tabForAddress)
}
