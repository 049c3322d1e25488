import { paths } from '../../platform/web/routes.ts'

/** Crawlers put nothing into carts, and have no business in the back office. What is `noindex` stays open, so that they read it. */
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
