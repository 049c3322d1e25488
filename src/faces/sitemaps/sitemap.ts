import { paths } from '../../platform/web/routes.ts'
import { xml, xmlDocument } from '../../platform/web/xml.ts'

/** URLs per sitemap as in WordPress; the standard allows 50,000. */
export const MAX_URLS = 2000

/** An absolute URL and its last modification, as ISO 8601. */
export type SitemapUrl = { readonly url: string; readonly changedAt: string | null }

/** A sitemap of pages (`url`), or the index of the sitemaps (`sitemap`). */
export function sitemapXml(of: 'url' | 'sitemap', urls: readonly SitemapUrl[]): string {
  const items = urls.map(({ url, changedAt }) =>
    xml(of, {}, xml('loc', {}, url), changedAt ? xml('lastmod', {}, changedAt) : null),
  )
  const root = of === 'url' ? 'urlset' : 'sitemapindex'
  return xmlDocument(xml(root, { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, items))
}

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
  const [, of, kind = '', page] = match ?? []
  return match && { of: of as SitemapName['of'], kind, page: Number(page) }
}

/** Excludes cart and back office. `noindex` pages remain crawlable, so that the tag is seen. */
export const robotsText = (shopUrl: string): string =>
  [
    'User-agent: *',
    `Disallow: ${paths.admin}`,
    `Allow: ${paths.adminAjax}`,
    'Disallow: /*?add-to-cart=',
    'Disallow: /*?*add-to-cart=',
    `Disallow: ${paths.checkoutLink}`,
    '',
    `Sitemap: ${shopUrl}${paths.sitemapIndex}`,
    '',
  ].join('\n')
