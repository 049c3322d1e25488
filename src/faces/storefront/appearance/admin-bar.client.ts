/** The kind and id of this page, from the classes of its body. */
function shownHere(): Record<string, string> {
  const { classList, className } = document.body
  const id = /\b(?:postid|page-id)-(\d+)\b/.exec(className)?.[1] ?? ''
  const kind =
    ['home', 'single-post', 'single-project', 'single-product', 'page'].find((name) => classList.contains(name)) ?? ''
  return { kind: kind.replace('single-', ''), id }
}

/** Fetches the bar; the server checks the session, which the cookie may have outlived. */
export async function showBar(): Promise<void> {
  const body = new URLSearchParams({ action: 'admin_bar', ...shownHere() })
  const response = await fetch('/wp-admin/admin-ajax.php', { method: 'POST', body }).catch(() => null)
  if (!response?.ok) return
  const html = await response.text()
  if (html === '') {
    for (const { classList } of [document.documentElement, document.body]) classList.remove('admin-bar')
    return
  }
  const parts = document.createElement('template')
  parts.innerHTML = html
  const banner = parts.content.querySelector('#coming-soon-footer-banner')
  const bar = parts.content.querySelector('#wpadminbar')
  // After the skip links, which stay first in the tab order.
  if (bar) [...document.querySelectorAll('body > .skip-link')].at(-1)?.after(bar)
  if (!banner) return
  document.body.append(banner)
  banner
    .querySelector<HTMLElement>('.coming-soon-footer-banner-dismiss')
    ?.addEventListener('click', (event) => void dismiss(event, banner as HTMLElement))
}

/** Hides the banner after the response, even a failed one. */
async function dismiss(event: Event, banner: HTMLElement): Promise<void> {
  event.preventDefault()
  const { restUrl = '', restNonce = '' } = (event.currentTarget as HTMLElement).dataset
  await fetch(restUrl, {
    method: 'POST',
    headers: { 'X-WP-Nonce': restNonce },
    body: new URLSearchParams({ 'woocommerce_meta[coming_soon_banner_dismissed]': 'yes' }),
  }).catch(() => null)
  banner.hidden = true
}
