import { shopDayOf } from '../../platform/time/shop-time.ts'
import { Icon } from '../../platform/ui/icon.tsx'
import { type NoticeList, Notices } from '../../platform/ui/notices.tsx'
import { type Page, scriptJson } from '../../platform/web/page.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { MiniCartDialog } from '../../shop/cart/mini-cart.tsx'
import { SaveForm } from '../../shop/catalog/pages/save-button.tsx'
import { HeaderBackground, headerClass } from './appearance/header-background.tsx'
import type { StorefrontContext } from './context.ts'
import styles from './document.module.css'
import { CheckoutFooter, Footer } from './footer.tsx'
import { CheckoutHeader, Header } from './header.tsx'
import favicon from './pictures/favicon.svg?raw'
import { themeSheet } from './theme/theme.routes.ts'
import { validTheme } from './theme/theme-css.ts'

const excludedPaths = [
  '/cart/*',
  '/checkout/*',
  '/my-account/*',
  '/saved-teas/*',
  '/back-in-stock/*',
  '/wp-*',
  '/*\\?*(^|&)add-to-cart=*',
  '/*\\?*remove_item=*',
]
const excludedLinks = '[rel~=nofollow], [download], [target=_blank], .add_to_cart_button'
const prerenderedLinks = [
  { href_matches: '/*' },
  { not: { href_matches: excludedPaths } },
  { not: { selector_matches: excludedLinks } },
]

/** Prerenders shop pages on hover. */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { and: prerenderedLinks }, eagerness: 'moderate' }],
})

type HeadProps = { page: Page; shop: StorefrontContext; inlineScripts: readonly string[] }
/** `flash`: one-time notices about the previous request. `query`: of this request. */
type DocumentProps = HeadProps & { flash: NoticeList; query: Readonly<Record<string, readonly string[]>> }

export function Document({ page, shop, flash, query, inlineScripts }: DocumentProps) {
  const frame = page.layout ?? 'shop'
  const isCheckout = frame === 'checkout' || frame === 'payment'
  const settings = shop.settings()
  return (
    <html lang="en-CA">
      <Head page={page} shop={shop} inlineScripts={inlineScripts} />
      <body className={`${page.bodyClass}${headerClass(settings, page.bodyClass)} woocommerce-no-js`}>
        <a className="skip-link screen-reader-text" href="#content">
          Skip to content
        </a>
        {page.skipLink && (
          <a className="skip-link screen-reader-text" href={page.skipLink.href}>
            {page.skipLink.label}
          </a>
        )}
        {frame === 'shop' && (
          <>
            {settings.storeNotice && <StoreNotice {...settings.storeNotice} />}
            <Header settings={settings} menus={shop.menus()} query={query} />
            <HeaderBackground settings={settings} />
          </>
        )}
        {isCheckout && <CheckoutHeader settings={settings} backTo={frame === 'checkout' ? 'cart' : 'shop'} />}
        {flash.length > 0 && (
          <section className={isCheckout ? styles.checkoutFlash : styles.flash} aria-label="What just happened">
            <Notices notices={flash} />
          </section>
        )}
        {page.body}
        {isCheckout && <CheckoutFooter settings={settings} menu={shop.menus().footer} />}
        {frame === 'shop' && (
          <>
            <Footer
              settings={settings}
              menu={shop.menus().footer}
              year={shopDayOf(shop.now()).slice(0, 4)}
              query={query}
            />
            <MiniCartDialog />
            <SaveForm />
            {settings.backToTop && (
              <nav aria-label="This page">
                <a id="back-to-top" className={styles.backToTop} href="#top" aria-label="Back to top" hidden>
                  <Icon name="up" size={22} />
                </a>
              </nav>
            )}
          </>
        )}
      </body>
    </html>
  )
}

/** Store notice (SITE-01). In every page; a script in the head hides it before first paint if it was dismissed. */
const StoreNotice = ({ id, text }: { id: string; text: string }) => (
  <div
    className={`woocommerce-store-notice demo_store not-printed ${styles.notice}`}
    data-notice-id={id}
    role="complementary"
    aria-label="Store notice"
  >
    <p>{text}</p>
    <a
      href="#content"
      role="button"
      className={`woocommerce-store-notice__dismiss-link ${styles.dismiss}`}
      aria-label="Dismiss this notice"
    >
      <Icon name="close" size={18} />
    </a>
  </div>
)

function Head({ page, shop, inlineScripts }: HeadProps) {
  const { assets } = shop
  const sheet = themeSheet(shop.settings())
  const theme = validTheme(shop.settings().theme)
  const graph = page.structuredData ?? []
  const { siteTitle, tagline } = shop.settings()
  const title = page.title === siteTitle ? `${siteTitle} · ${tagline}` : `${page.title} · ${siteTitle}`
  const pageEntries = (page.scripts ?? []).map((source) => assets.entry(source))
  const stylesheets = new Set([...assets.styles, ...pageEntries.flatMap((entry) => entry.styles)])
  const isIndexable = page.canonical !== undefined && !page.noIndex
  const isShop = (page.layout ?? 'shop') === 'shop'
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      {page.description && <meta name="description" content={page.description} />}
      {!isIndexable && <meta name="robots" content="noindex, follow" />}
      {inlineScripts.map((text) => (
        <script key={text} dangerouslySetInnerHTML={{ __html: text }} />
      ))}
      {[...stylesheets].map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {sheet && <link id="theme-css" rel="stylesheet" href={sheet.href} />}
      {theme.display_font === 'fraunces' &&
        assets.fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
      {assets.developmentScript !== '' && (
        <script type="module" dangerouslySetInnerHTML={{ __html: assets.developmentScript }} />
      )}
      {(page.externalScripts ?? []).map((src) => (
        <script key={src} src={src} defer />
      ))}
      {[assets.boot, ...pageEntries.map((entry) => entry.script)].map((src) => (
        <script key={src} type="module" src={src} />
      ))}
      {(page.preloads ?? []).map((name) => (
        <link key={name} rel="modulepreload" href={assets.chunk(name)} />
      ))}
      <meta name="theme-color" content={theme.leaf_deep} />
      <link rel="icon" type="image/svg+xml" href={icon} />
      <link rel="apple-touch-icon" href={paths.touchIcon} />
      <link rel="manifest" href={paths.manifest} />
      {isShop && <Feeds page={page} title={siteTitle} />}
      <SharingTags page={page} shop={shop} title={title} />
      {isShop && <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />}
      {graph.length > 0 && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: scriptJson({ '@context': 'https://schema.org/', '@graph': graph }) }}
        />
      )}
    </head>
  )
}

function Feeds({ page, title }: { page: Page; title: string }) {
  const feeds = [
    { title: `${title} journal`, href: hrefs.feed() },
    { title: `${title} comments`, href: paths.commentsFeed },
    ...(page.feeds ?? []),
  ]
  return feeds.map((feed) => (
    <link key={feed.href} rel="alternate" type="application/rss+xml" title={feed.title} href={feed.href} />
  ))
}

const ogTypeOf = (bodyClass: string): string => {
  if (bodyClass.includes('single-product')) return 'product'
  return bodyClass.includes('single-post') ? 'article' : 'website'
}

function SharingTags({ page, shop, title }: { page: Page; shop: StorefrontContext; title: string }) {
  if (page.canonical === undefined) return null
  const url = `${shop.url}${page.canonical}`
  return (
    <>
      {!page.noIndex && <link rel="canonical" href={url} />}
      <meta property="og:site_name" content={shop.settings().siteTitle} />
      <meta property="og:locale" content="en_CA" />
      <meta property="og:type" content={ogTypeOf(page.bodyClass)} />
      <meta property="og:title" content={title} />
      <meta property="og:url" content={url} />
      {page.description && <meta property="og:description" content={page.description} />}
      {page.image && <meta property="og:image" content={`${shop.url}${page.image}`} />}
      {(page.socialMeta ?? []).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content={page.image ? 'summary_large_image' : 'summary'} />
    </>
  )
}

const icon = `data:image/svg+xml,${encodeURIComponent(favicon.trim())}`
