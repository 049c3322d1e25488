const MAX_LINKS = 100
const schemes = ['http:', 'https:', 'mailto:', 'tel:']

/** Loads the links of its URL into the side menu (SITE-11). If that fails, the server-rendered menu stays. */
export async function loadSideMenu(side: HTMLElement): Promise<void> {
  const url = URL.parse(side.dataset.sideMenuUrl ?? '', location.href)
  if (url?.origin !== location.origin) return
  side.setAttribute('aria-busy', 'true')
  const items = await readItems(url).catch(() => [])
  side.removeAttribute('aria-busy')
  if (items.length === 0) return
  const list = document.createElement('ul')
  list.append(...items)
  side.replaceChildren(list)
}

async function readItems(url: URL): Promise<HTMLElement[]> {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/html')) return []
  // Only texts and URLs of links are copied, no HTML of the loaded page.
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const content = page.querySelector('.entry-content') ?? page.querySelector('main') ?? page.body
  return [...content.querySelectorAll('a')].slice(0, MAX_LINKS).flatMap((link) => {
    const target = URL.parse(link.getAttribute('href') ?? '', response.url)
    const text = link.textContent.replaceAll(/\s+/g, ' ').trim()
    if (!target || !schemes.includes(target.protocol) || text === '') return []
    const shown = document.createElement('a')
    shown.href = target.href
    shown.textContent = text
    const item = document.createElement('li')
    item.append(shown)
    return [item]
  })
}
