import { paths } from '../../platform/web/routes.ts'

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
