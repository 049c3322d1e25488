import type { Hono } from 'hono'

/** The response to one URL of the crawl, and the page that links to it. */
export type Visit = {
  readonly address: string
  readonly from: string
  readonly status: number
  readonly type: string
  readonly location: string | null
  readonly isMarkedMissing: boolean
}

export type Crawl = {
  readonly visits: readonly Visit[]
  /** Paths of pages, without a query. */
  readonly pages: readonly string[]
}

const ORIGIN = 'http://shop.test'

/**
 * Follows all links of a shop from these URLs on, as a search engine would. If URLs differ only in their filters, the
 * crawl requests one per kind of page and set of parameters, and does not follow its links, because their number is
 * unlimited.
 */
export async function crawl(app: Pick<Hono, 'request'>, from: readonly string[]): Promise<Crawl> {
  const queue = from.map((address) => ({ address, from: 'the start' }))
  const visited = new Set(queue.map(({ address }) => keyOf(address)))
  const visits: Visit[] = []
  for (let next = queue.shift(); next; next = queue.shift()) {
    const response = await app.request(next.address)
    const type = response.headers.get('content-type') ?? ''
    const isText = /html|xml/.test(type)
    const text = isText ? await response.text() : ''
    if (!isText) await response.body?.cancel()
    const location = response.headers.get('location')
    visits.push({
      ...next,
      status: response.status,
      type,
      location,
      isMarkedMissing: /<body class="[^"]*\berror404\b/.test(text),
    })
    const links = [
      ...(location === null ? [] : [location]),
      ...(next.address.includes('?') ? [] : linksIn(text, next.address)),
    ]
    for (const address of links) {
      if (visited.has(keyOf(address))) continue
      visited.add(keyOf(address))
      queue.push({ address, from: next.address })
    }
  }
  const pages = visits.filter(
    ({ address, status, type }) => status === 200 && type.startsWith('text/html') && !address.includes('?'),
  )
  return { visits, pages: pages.map(({ address }) => address) }
}

/** The URLs of this shop that a page or sitemap links to, without fragments. */
export function linksIn(text: string, page: string): string[] {
  const hrefs = [
    ...[...text.matchAll(/<(?:a|link)\b[^>]*?\bhref="([^"]*)"/g)].map((match) => match[1] ?? ''),
    ...[...text.matchAll(/<form\b[^>]*>/g)].flatMap(([form]) =>
      /method="post"/i.test(form) ? [] : (/action="([^"]*)"/.exec(form)?.[1] ?? []),
    ),
    ...[...text.matchAll(/<(?:loc|link|comments|wfw:commentRss)>([^<]*)</g)].map((match) => match[1] ?? ''),
  ]
  return hrefs.flatMap((href) => {
    const url = URL.parse(href.replaceAll('&amp;', '&'), ORIGIN + page)
    // Scripts and styles come from the client build, which this test does not need.
    return url?.origin === ORIGIN && !url.pathname.startsWith('/assets/') ? [url.pathname + url.search] : []
  })
}

/** Only one of the URLs with the same key is requested. */
function keyOf(address: string): string {
  const { pathname, searchParams } = new URL(address, ORIGIN)
  if (searchParams.size === 0) return pathname
  const kind = pathname.split('/').length > 3 ? (pathname.split('/')[1] ?? '') : pathname
  return `${kind}?${[...new Set(searchParams.keys())].toSorted().join('&')}`
}
