import { placeOf } from '../../../../platform/web/client/place-of.client.ts'
import { initTabs } from '../../../../platform/web/client/tabs.ts'

for (const tabs of document.querySelectorAll<HTMLElement>('[data-tabs]')) initTabs(tabs)

/** Opens the panel that contains the target of a URL's hash. */
function openFor(hash: string): HTMLElement | undefined {
  const place = placeOf(hash.slice(1))
  const panel = place?.closest<HTMLElement>('[data-tabs] > [role=tabpanel]')
  if (!panel?.hidden) return undefined
  document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click()
  return place
}

const openLinked = () => openFor(location.hash)?.scrollIntoView()
openLinked()
addEventListener('hashchange', openLinked)
// Capture phase: runs before scripts that scroll to the target.
document.addEventListener(
  'click',
  ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href^="#"]:not([role=tab])')
    if (link) openFor(link.hash)
  },
  true,
)
