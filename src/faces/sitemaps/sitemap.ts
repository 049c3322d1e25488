import { type Xml, xml, xmlDocument } from '../../platform/web/xml.ts'

/** URLs per sitemap as in WordPress; the standard allows 50,000. */
export const MAX_URLS = 2000

/** An absolute URL and its last modification. */
export type SitemapUrl = { readonly url: string; readonly changedAt: Date | null }

const namespace = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

const locElement = (name: string, { url, changedAt }: SitemapUrl): Xml =>
  xml(name, {}, xml('loc', {}, url), changedAt ? xml('lastmod', {}, changedAt.toISOString()) : null)

export const sitemapXml = (urls: readonly SitemapUrl[]): string =>
  xmlDocument(
    xml(
      'urlset',
      namespace,
      urls.map((one) => locElement('url', one)),
    ),
  )

export const sitemapIndexXml = (sitemaps: readonly SitemapUrl[]): string =>
  xmlDocument(
    xml(
      'sitemapindex',
      namespace,
      sitemaps.map((one) => locElement('sitemap', one)),
    ),
  )

/** One sitemap: its kind and page. */
export type SitemapName = {
  readonly of: 'posts' | 'taxonomies'
  /** Kind of entry or taxonomy: `product`, `pa_origin`. */
  readonly kind: string
  /** From 1. */
  readonly page: number
}

/** `/wp-sitemap-posts-product-1.xml`, WordPress's names. */
export const sitemapPath = ({ of, kind, page }: SitemapName): string => `/wp-sitemap-${of}-${kind}-${page}.xml`

export function parseSitemapName(file: string): SitemapName | null {
  const match = /^wp-sitemap-(posts|taxonomies)-([\w-]{1,60})-([1-9]\d{0,4})\.xml$/.exec(file)
  if (!match) return null
  const [, of = '', kind = '', page = ''] = match
  return { of: of === 'posts' ? 'posts' : 'taxonomies', kind, page: Number(page) }
}

/** Number of sitemaps for this many URLs. */
export const pageCount = (urls: number): number => Math.ceil(urls / MAX_URLS)
